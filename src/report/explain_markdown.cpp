#include <fmt/format.h>

#include "report/explain.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

std::string size_of(const Formula& formula, const std::string& unit, Units units) {
  return unit == "bytes" && formula.numerator >= 1000 * formula.denominator
             ? fmt::format(" ({})", print_bytes(Bytes{formula.numerator / formula.denominator}, units))
             : "";
}

Column column(std::string title, Align align = Align::left) {
  return {"", std::move(title), align, kMarkdown, false};
}

Cell cell(std::string text) { return {std::move(text), "", {}, {}}; }

std::string lines_of(const ExplainSection& section, Units units) {
  Table table;
  table.columns = {column("Line"), column(""), column("Formula"), column("Numbers"), column("Value", Align::right),
                   column("Unit")};
  for (const ExplainLine& line : section.lines) {
    table.rows.push_back({cell(line.label), cell(line.name), cell(line.formula.symbols),
                          cell(line.formula.numbers), cell(print_value(line.formula)),
                          cell(line.unit + size_of(line.formula, line.unit, units))});
  }
  return write_markdown(table);
}

std::string sum_of(const Sum& sum, Units units) {
  Table table;
  table.columns = {column("Line"), column("What"), column("Value", Align::right), column("Remark")};
  for (const Addend& addend : sum.addends) {
    table.rows.push_back(
        {cell(addend.label), cell(addend.what), cell(print_value(addend.value)), cell(addend.reason)});
  }
  table.rows.push_back({cell(""), cell("in all"), cell(print_value(sum.total)),
                        cell(sum.unit + size_of(sum.total, sum.unit, units))});
  for (const Addend& part : sum.of_which) {
    table.notes.push_back(fmt::format("of which {}: {} = {}", part.what, part.label, print_value(part.value)));
  }
  return fmt::format("### {}\n\n{}:\n\n{}\n", sum.name, sum.sentence, write_markdown(table));
}

std::string sources_of(const std::vector<Source>& sources) {
  Table table;
  table.columns = {column("Key"), column("Value"), column("Where"), column("Layer types")};
  for (const Source& source : sources) {
    table.rows.push_back({cell(source.key), cell(source.value), cell(source.where), cell(source.layer_type)});
  }
  return write_markdown(table);
}

}  // namespace

std::string markdown_of(const Explanation& explanation, Units units) {
  const Sheet& sheet = explanation.sheet;
  std::string out = fmt::format("# {}\n\n{} layers: {}.\nS = {} tokens, requests = {}, entries in {}.\n\n",
                                sheet.model.name, layer_count(sheet.model.order), layer_list(sheet.model),
                                print_grouped(sheet.scenario.context.value), sheet.scenario.batch, sheet.kv_dtype);
  for (const ExplainGroup& group : explanation.groups) {
    out += fmt::format("## {}\n\n", group.title);
    out += group.sentence.empty() ? "" : group.sentence + "\n\n";
    for (const ExplainSection& section : group.sections) {
      out += fmt::format("**{}**: {}\n\n{}\n", section.title, section.sentence, lines_of(section, units));
    }
  }
  out += "## Totals\n\n";
  for (const Sum& sum : explanation.sums) {
    out += sum_of(sum, units);
  }
  const Naive& naive = sheet.figures.naive;
  out += "## The formula that everybody types, for comparison\n\n" + naive.what;
  out += naive.bytes ? fmt::format(" = {} bytes\n\n", print_grouped(naive.bytes->value)) : "\n\n";
  out += explanation.device ? markdown_of(*explanation.device) : "";
  out += "## Where the numbers come from\n\n" + sources_of(explanation.sources);
  for (const std::string& assumption : sheet.assumptions) {
    out += (&assumption == sheet.assumptions.data() ? "\n## What was assumed\n\n- " : "- ") + assumption + '\n';
  }
  return out;
}

}  // namespace kvtally
