#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/explain.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLabel = 7;  // columns of "(12.34)"
constexpr std::size_t kName = 13;  // columns of a line's name

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::string padding(width - std::min(width, display_width(text)), ' ');
  return right ? padding + text : text + padding;
}

class ExplainText {
 public:
  ExplainText(const Explanation& explanation, Units units, const Look& look)
      : e_(explanation), units_(units), look_(look) {}

  std::string write() {
    heading();
    for (const ExplainGroup& group : e_.groups) {
      this->group(group);
    }
    paragraph("\nTotals", "", "");
    for (const Sum& sum : e_.sums) {
      this->sum(sum);
    }
    sources();
    list("What was assumed", e_.sheet.assumptions);
    list("Notes", e_.sheet.model.notes.empty() ? std::vector<std::string>{} : std::vector{e_.sheet.model.notes});
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text.substr(0, text.find_last_not_of(' ') + 1) + '\n'; }

  // `first` before the first line, `rest` before the others.
  void paragraph(const std::string& text, const std::string& first, const std::string& rest) {
    std::string lead = first;
    if (text.starts_with('\n')) {
      out_ += '\n';
    }
    for (const std::string& part :
         wrap(text.substr(text.starts_with('\n') ? 1 : 0), look_.width - display_width(rest))) {
      line(lead + part);
      lead = rest;
    }
  }

  void heading() {
    const Sheet& sheet = e_.sheet;
    const std::int64_t batch = sheet.scenario.batch;
    paragraph(fmt::format("{} ({})", sheet.model.name, sheet.model.id), "", "");
    paragraph(fmt::format("{} layers: {}", layer_count(sheet.model.order), layer_list(sheet.model)), "", "");
    paragraph(fmt::format("S = {} tokens seen, the one being computed included; {} {}; entries in {}",
                          print_grouped(sheet.scenario.context.value), print_grouped(batch),
                          batch == 1 ? "request" : "requests", sheet.kv_dtype),
              "", "");
    paragraph(
        "Lines with a number, such as (1.1), are for all layers of their kind together; the totals add them up.",
        "", "");
  }

  void group(const ExplainGroup& group) {
    const std::size_t number = static_cast<std::size_t>(&group - e_.groups.data()) + 1;
    paragraph(fmt::format("\n{}. {}", number, group.title), "", "   ");
    paragraph(group.sentence, "   ", "   ");
    for (const ExplainSection& section : group.sections) {
      out_ += '\n';
      paragraph(fmt::format("{}: {}", section.title, section.sentence), "   ", "   ");
      for (const ExplainLine& each : section.lines) {
        this->each(each);
      }
    }
  }

  std::string size(const Formula& formula, const std::string& unit) const {
    return unit == "bytes" && formula.numerator >= 1000 * formula.denominator
               ? " = " + print_bytes(Bytes{formula.numerator / formula.denominator}, units_)
               : "";
  }

  void each(const ExplainLine& each) {
    const Formula& f = each.formula;
    const std::string value = print_value(f);
    const std::string result = fmt::format("{} {}{}", value, each.unit, size(f, each.unit));
    const std::string label = each.label.empty() ? "" : fmt::format("({})", each.label);
    const std::string lead = padded(label, kLabel + 1) + padded(each.name, kName);
    const std::string rest(kLabel + 1 + kName, ' ');
    if (f.numbers == value) {
      paragraph(f.symbols == value ? "= " + result : fmt::format("= {} = {}", f.symbols, result), lead, rest);
    } else {
      paragraph("= " + f.symbols, lead, rest + "  ");
      paragraph(fmt::format("= {} = {}", f.numbers, result), rest, rest + "  ");
    }
  }

  void sum(const Sum& sum) {
    paragraph(fmt::format("\n{}, {}", sum.name, sum.sentence), "", "");
    std::size_t what = 0;
    std::size_t value = display_width(print_value(sum.total));
    for (const Addend& addend : sum.addends) {
      what = std::max(what, display_width(addend.what));
      value = std::max(value, display_width(print_value(addend.value)));
    }
    const std::string blank(kLabel + 1, ' ');
    for (const Addend& addend : sum.addends) {
      const std::string note = addend.reason.empty() ? "" : "  " + addend.reason;
      line(fmt::format("{}{}  {}{}", padded(fmt::format("({})", addend.label), kLabel + 1),
                       padded(addend.what, what), padded(print_value(addend.value), value, true), note));
    }
    if (sum.addends.size() > 1) {
      line(fmt::format("{}{}  {}", blank, std::string(what, ' '), std::string(value, '-')));
    }
    const std::string total = padded(print_value(sum.total), value, true);
    line(fmt::format("{}{}  {} {}{}", blank, padded(sum.addends.empty() ? "nothing" : "in all", what), total,
                     sum.unit, size(sum.total, sum.unit)));
  }

  void sources() {
    if (e_.sources.empty()) {
      return;
    }
    out_ += "\nWhere the numbers come from\n";
    std::vector<std::string> left;
    std::size_t width = 0;
    for (const Source& source : e_.sources) {
      left.push_back(fmt::format("{} = {}", source.key, source.value));
      width = std::max(width, display_width(left.back()));
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      const std::string& type = e_.sources[i].layer_type;
      line(fmt::format("  {}  {}{}", padded(left[i], width), e_.sources[i].where,
                       type.empty() ? "" : fmt::format("  ({})", type)));
    }
  }

  void list(const std::string& title, const std::vector<std::string>& items) {
    if (!items.empty()) {
      line("\n" + title);
    }
    for (const std::string& item : items) {
      paragraph(item, "- ", "  ");
    }
  }

  const Explanation& e_;
  Units units_;
  const Look& look_;
  std::string out_;
};

}  // namespace

std::string text_of(const Explanation& explanation, Units units, const Look& look) {
  return ExplainText(explanation, units, look).write();
}

}  // namespace kvtally
