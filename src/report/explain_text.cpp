#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/explain.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLabelWidth = 7;      // columns of "(12.34)"
constexpr std::size_t kNameWidth = 13;      // columns of a line's name
constexpr std::size_t kLongestSource = 52;  // columns of a key and its value beside their source

// "1 entry", "2 entries".
std::string with_unit(const std::string& value, std::string unit) {
  if (value == "1") {
    for (const auto& [many, one] : {std::pair{"ies", "y"}, {"ches", "ch"}, {"s", ""}}) {
      if (unit.ends_with(many)) {
        unit.replace(unit.size() - std::string_view(many).size(), std::string::npos, one);
        break;
      }
    }
  }
  return value + ' ' + unit;
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
    naive();
    if (e_.device) {
      out_ += text_of(*e_.device, units_, look_);
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
        "Lines without a number are for one layer and one request. Numbered lines, such as (1.1), are for all "
        "layers "
        "of their kind and all requests together; the totals add them up.",
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
    const std::string result = with_unit(value, each.unit) + size(f, each.unit);
    const std::string label = each.label.empty() ? "" : fmt::format("({})", each.label);
    const std::string lead = padded(label, kLabelWidth + 1) + padded(each.name, kNameWidth);
    const std::string rest(kLabelWidth + 1 + kNameWidth, ' ');
    if (f.numbers == value) {
      paragraph(f.symbols == value ? "= " + result : fmt::format("= {} = {}", f.symbols, result), lead, rest);
    } else {
      paragraph("= " + f.symbols, lead, rest + "  ");
      paragraph(fmt::format("= {} = {}", f.numbers, result), rest, rest + "  ");
    }
  }

  void sum(const Sum& sum) {
    paragraph(fmt::format("\n{}: {}", sum.name, sum.sentence), "", "  ");
    std::size_t what = sum.addends.empty() ? 0 : std::string_view("in all").size();
    std::size_t value = display_width(print_value(sum.total));
    for (const Addend& addend : sum.addends) {
      what = std::max(what, display_width(addend.what));
      value = std::max(value, display_width(print_value(addend.value)));
    }
    const bool one = sum.addends.size() == 1;
    const std::string total = sum.unit + size(sum.total, sum.unit);
    const std::string blank(kLabelWidth + 1, ' ');
    for (const Addend& addend : sum.addends) {
      const std::string note = addend.reason.empty() ? "" : "  " + addend.reason;
      line(fmt::format("{}{}  {}{}{}", padded(fmt::format("({})", addend.label), kLabelWidth + 1),
                       padded(addend.what, what), padded(print_value(addend.value), value, Align::right),
                       one ? " " + total : "", note));
    }
    if (one) {
      return;
    }
    if (!sum.addends.empty()) {
      line(fmt::format("{}{}  {}", blank, std::string(what, ' '), std::string(value, '-')));
    }
    line(fmt::format("{}{}  {} {}", blank, padded(sum.addends.empty() ? "nothing" : "in all", what),
                     padded(print_value(sum.total), value, Align::right), total));
    for (const Addend& part : sum.of_which) {
      paragraph(fmt::format("of which {}: {} = {} bytes{}", part.what, part.label, print_value(part.value),
                            size(part.value, sum.unit)),
                blank, blank + "  ");
    }
  }

  void naive() {
    const Naive& naive = e_.sheet.figures.naive;
    paragraph("\nThe formula that everybody types, for comparison", "", "");
    paragraph(naive.bytes ? fmt::format("{} = {} bytes = {}", naive.what, print_grouped(naive.bytes->value),
                                        print_bytes(*naive.bytes, units_))
                          : naive.what,
              "  ", "  ");
  }

  void sources() {
    if (e_.sources.empty()) {
      return;
    }
    out_ += "\nWhere the numbers come from\n";
    std::size_t width = 0;
    for (const Source& source : e_.sources) {
      const std::size_t own = display_width(key_and_value(source));
      width = own > kLongestSource ? width : std::max(width, own);
    }
    for (const Source& source : e_.sources) {
      const std::string left = key_and_value(source);
      const std::string type = source.layer_type.empty() ? "" : fmt::format("  ({})", source.layer_type);
      const std::string row = fmt::format("  {}  {}{}", padded(left, width), source.where, type);
      if (display_width(row) <= look_.width) {
        line(row);
      } else {  // a list of layers, say
        paragraph(left, "  ", "    ");
        paragraph(source.where + type, "    ", "    ");
      }
    }
  }

  static std::string key_and_value(const Source& source) {
    return fmt::format("{} = {}", source.key, source.value);
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
