#include <fmt/format.h>

#include "report/explain.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

std::string size_words(const Formula& formula, const std::string& unit, Units units) {
  return unit == "bytes" && formula.numerator >= 1000 * formula.denominator
             ? fmt::format(" ({})", print_bytes(Bytes{formula.numerator / formula.denominator}, units))
             : "";
}

std::string lines_of(const ExplainSection& section, Units units) {
  Table table;
  table.columns = {titled_column("Line"),
                   titled_column(""),
                   titled_column("Formula"),
                   titled_column("Numbers"),
                   titled_column("Value", Align::right),
                   titled_column("Unit")};
  for (const ExplainLine& line : section.lines) {
    table.rows.push_back({text_cell(line.label), text_cell(line.name), text_cell(line.formula.symbols),
                          text_cell(line.formula.numbers), text_cell(print_value(line.formula)),
                          text_cell(line.unit + size_words(line.formula, line.unit, units))});
  }
  return write_markdown(table);
}

std::string sum_section(const Sum& sum, Units units) {
  Table table;
  table.columns = {titled_column("Line"), titled_column("What"), titled_column("Value", Align::right),
                   titled_column("Remark")};
  for (const Addend& addend : sum.addends) {
    table.rows.push_back({text_cell(addend.label), text_cell(addend.what), text_cell(print_value(addend.value)),
                          text_cell(addend.reason)});
  }
  table.rows.push_back({text_cell(""), text_cell("in all"), text_cell(print_value(sum.total)),
                        text_cell(sum.unit + size_words(sum.total, sum.unit, units))});
  for (const Addend& part : sum.of_which) {
    table.notes.push_back(fmt::format("of which {}: {} = {}", part.what, part.label, print_value(part.value)));
  }
  return fmt::format("### {}\n\n{}:\n\n{}\n", sum.name, sum.sentence, write_markdown(table));
}

std::string sources_table(const std::vector<Source>& sources) {
  Table table;
  table.columns = {titled_column("Key"), titled_column("Value"), titled_column("Where"),
                   titled_column("Layer types")};
  for (const Source& source : sources) {
    table.rows.push_back(
        {text_cell(source.key), text_cell(source.value), text_cell(source.where), text_cell(source.layer_type)});
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
    out += sum_section(sum, units);
  }
  const Naive& naive = sheet.figures.naive;
  out += "## The formula that everybody types, for comparison\n\n" + naive.what;
  out += naive.bytes ? fmt::format(" = {} bytes\n\n", print_grouped(naive.bytes->value)) : "\n\n";
  out += explanation.device ? markdown_of(*explanation.device) : "";
  out += "## Where the numbers come from\n\n" + sources_table(explanation.sources);
  for (const std::string& assumption : sheet.assumptions) {
    out += (&assumption == sheet.assumptions.data() ? "\n## What was assumed\n\n- " : "- ") + assumption + '\n';
  }
  return out;
}

}  // namespace kvtally
