#include "page/html_models.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"
#include "report/kind_family.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

// Behind every number: the largest that a script's numbers hold exactly.
constexpr std::int64_t kEndless = 9007199254740991;

// "3" of "[3]", as marks and footnotes begin.
std::string_view number_of(std::string_view mark) { return mark.substr(1, mark.find(']') - 1); }

class HtmlModels {
 public:
  HtmlModels(const ModelTable& table, const Words& words) : table_(table), words_(words) {}

  std::string write() {
    out_ = "<div class=\"models\">\n";
    choice();
    out_ += fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"models-caption\">\n"
        "<table class=\"data\" id=\"models\" data-sortable>\n<caption id=\"models-caption\">{}</caption>\n",
        xml(table_.title));
    head();
    out_ += "<tbody>\n";
    for (const ModelRow& row : table_.rows) {
      this->row(row);
    }
    out_ += "</tbody>\n</table>\n</div>\n";
    legend();
    footnotes();
    return std::move(out_) + "</div>\n";
  }

 private:
  std::string say(const std::string& text) const { return xml(words_.say(text)); }

  // Radio buttons that the style reads: no script is needed.
  void choice() {
    const auto highlights =
        std::ranges::count_if(table_.rows, [](const auto& row) { return !row.highlight.empty(); });
    if (highlights == 0) {
      return;
    }
    const auto button = [&](std::string_view id, const std::string& text, bool checked) {
      return fmt::format("<label><input type=\"radio\" name=\"models-rows\" id=\"models-rows-{}\"{}> {}</label>\n",
                         id, checked ? " checked" : "", xml(text));
    };
    const auto counted = [&](const std::string& text, std::ptrdiff_t count) {
      return words_.fill(text, {{"count", fmt::format("{}", count)}});
    };
    out_ += fmt::format("<fieldset class=\"models-rows\">\n<legend>{}</legend>\n{}{}</fieldset>\n", say("Rows"),
                        button("highlight", counted("Highlight: {count} on the main line", highlights), false),
                        button("all", counted("All {count}", std::ssize(table_.rows)), true));
  }

  void header(const std::string& text, std::string_view method, bool number) {
    out_ += fmt::format("<th scope=\"col\" data-sort-method=\"{}\"{}>{}</th>", method,
                        number ? " class=\"number\"" : "", say(text));
  }

  void head() {
    out_ += "<thead>\n<tr>";
    header("Released", "number", false);
    header("Model", "text", false);
    header("Vendor", "text", false);
    header("Layers of one cycle, and of all", "none", false);
    header("Layers", "number", true);
    header("Cheap layers", "number", true);
    header("Context", "number", true);
    const std::string kv = words_.fill("KV at {context}", {{"context", print_tokens(table_.context)}});
    out_ += fmt::format("<th scope=\"col\" data-sort-method=\"number\" class=\"number\">{}</th>", xml(kv));
    header("Remark", "none", false);
    out_ += "</tr>\n</thead>\n";
  }

  std::string mark(const std::string& mark) const {
    return mark.empty() ? ""
                        : fmt::format(
                              "<sup class=\"mark\"><a id=\"models-mark-{0}\" href=\"#models-note-{0}\">{1}</a>"
                              "</sup>",
                              number_of(mark), xml(mark));
  }

  // What the text prints, where it is another.
  std::string printed(const std::string& mark, const std::string& printed) const {
    return mark.empty() ? ""
                        : fmt::format("<small class=\"models-printed\">{}</small>",
                                      xml(words_.fill("printed: {cell}", {{"cell", printed}})));
  }

  void cell(std::string_view raw, std::string_view text, const std::string& behind, std::string_view attributes) {
    out_ += fmt::format("<td data-sort=\"{}\"{}>{}{}</td>", xml(raw), attributes, xml(text), behind);
  }

  static std::string share(const ModelRow& row) {
    const auto part = static_cast<double>(row.cheap_layers) / static_cast<double>(row.layers);
    return fmt::format("{:.9f}", part);  // equal for equal shares
  }

  static std::string percent(const ModelRow& row) {
    return fmt::format("{}", (100 * row.cheap_layers + row.layers / 2) / row.layers);
  }

  static std::string month(const ModelRow& row) {
    std::string digits = row.released;
    std::erase(digits, '-');
    return digits;
  }

  void row(const ModelRow& row) {
    out_ += fmt::format("<tr id=\"models-{}\"{}>", xml(row.id), row.highlight.empty() ? "" : " data-highlight");
    cell(month(row), row.released, mark(row.marks.released) + printed(row.marks.released, row.printed.released),
         " class=\"models-date\"");
    out_ += fmt::format("<th scope=\"row\" data-sort=\"{0}\">{0}{1}<small>{2}</small></th>",
                        xml(words_.name(row.name)), mark(row.name_mark),
                        row.parameters.total ? xml(parameters_text(row.parameters)) : say("size not published"));
    const std::string vendor = words_.name(row.vendor);
    cell(vendor, vendor, "", "");
    out_ += fmt::format("<td class=\"models-strip\">{}</td>", html_strip(row, words_));
    cell(fmt::format("{}", row.layers), fmt::format("{}", row.layers), "", " class=\"number\"");
    cell(share(row), words_.fill("{percent} %", {{"percent", percent(row)}}),
         fmt::format("<small>{}</small>",
                     xml(words_.fill("{cheap} of {layers}", {{"cheap", fmt::format("{}", row.cheap_layers)},
                                                             {"layers", fmt::format("{}", row.layers)}}))),
         " class=\"number\"");
    cell(fmt::format("{}", row.max_context.value_or(kEndless)),
         row.max_context ? row.context : words_.say(row.context),
         mark(row.marks.context) + printed(row.marks.context, row.printed.context), " class=\"number\"");
    const std::string bytes = words_.fill("{bytes} bytes", {{"bytes", print_grouped(row.kv.value)}});
    cell(fmt::format("{}", row.kv.value), row.kv_text, mark(row.marks.kv) + printed(row.marks.kv, row.printed.kv),
         fmt::format(" class=\"number\" title=\"{}\"", xml(bytes)));
    remark(row);
    out_ += "</tr>\n";
  }

  void remark(const ModelRow& row) {
    out_ += fmt::format("<td class=\"models-remark\"><span class=\"models-all\">{}</span>", xml(row.remark));
    if (!row.highlight.empty()) {
      out_ += fmt::format("<span class=\"models-highlight\">{}</span>", xml(row.highlight));
    }
    out_ += "</td>";
  }

  void legend() {
    out_ += fmt::format("<ul class=\"models-legend\" aria-label=\"{}\">\n", say("What the letters stand for"));
    for (const auto& [kind, labels] : kinds_of(table_.rows)) {
      out_ += fmt::format("<li><span class=\"strip\"><i class=\"k-{}\"><b>{}</b></i></span> {} ({})</li>\n",
                          name_of(family_of(*kind)), kind->letter, xml(fmt::format("{}", fmt::join(labels, ", "))),
                          say(std::string(kind->title)));
    }
    out_ += "</ul>\n";
  }

  void footnotes() {
    if (!table_.footnotes.empty()) {
      out_ += "<ul class=\"models-notes\">\n";
      for (const std::string& note : table_.footnotes) {
        const std::size_t end = note.find(']') + 1;
        out_ += fmt::format(
            "<li id=\"models-note-{0}\"><a href=\"#models-mark-{0}\" title=\"{1}\">{2}</a>{3}</li>\n",
            number_of(note), say("back to the table"), xml(note.substr(0, end)), xml(note.substr(end)));
      }
      out_ += "</ul>\n";
    }
    for (const std::string& line : table_.footer) {
      out_ += fmt::format("<p class=\"models-footer\">{}</p>\n", xml(line));
    }
  }

  const ModelTable& table_;
  const Words& words_;
  std::string out_;
};

}  // namespace

std::string html_of(const ModelTable& table, const Words& words) { return HtmlModels(table, words).write(); }

}  // namespace kvtally
