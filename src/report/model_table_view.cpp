#include <algorithm>
#include <fmt/format.h>

#include "report/model_table.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLongestStrip = 8;

std::vector<Column> model_columns(const ModelTable& table) {
  const std::string kv = "KV@" + print_tokens(table.context);
  return {
      {"id", "ID", Align::left, kWide | kCsv, false},
      {"released", "Released", Align::left, kEverywhere, false},
      {"name", "Model", Align::left, kEverywhere, false},
      {"vendor", "Vendor", Align::left, kWide | kCsv, false},
      {"parameters", "Parameters", Align::right, kWide | kCsv, false},
      {"strip", "Cycle", Align::left, kTerminal, false},
      {"layers", "Layers", Align::right, kEverywhere, false},
      {"cheap_layers", "Cheap", Align::right, kWide | kCsv, false},
      {"cycle", "", Align::left, kCsv, false},
      {"layer_list", "Layers in order", Align::left, kMarkdown | kCsv | kWide, false},
      {"max_context", "Context", Align::right, kEverywhere, false},
      {"kv_bytes", kv, Align::right, kEverywhere, false},
      {"kv", kv, Align::right, kCsv, false},
      {"printed_kv", "Printed", Align::right, kWide | kCsv, false},
      {"printed_context", "Printed context", Align::right, kCsv, false},
      {"printed_released", "Printed date", Align::right, kCsv, false},
      {"differs", "", Align::left, kCsv, false},
      {"remark", "Remark", Align::left, kMarkdown | kCsv | kWide, false},
      {"highlight", "Highlight", Align::left, kCsv, false},
      {"below", "", Align::left, kTerminal, true},
  };
}

Cell number_cell(std::string text, std::optional<std::int64_t> number) {
  return {std::move(text), number ? fmt::format("{}", *number) : "", {}, {}};
}

Cell strip_cell(const ModelRow& row) {
  Cell cell{{}, {}, strip_of(row.cycle_kinds, kLongestStrip), {}};
  for (const Segment& segment : cell.segments) {
    cell.text += segment.text;
  }
  return cell;
}

std::string differing_cells(const ModelRow& row) {
  std::vector<std::string_view> names;
  for (const auto& [name, mark] : {std::pair("kv", &row.marks.kv), std::pair("context", &row.marks.context),
                                   std::pair("released", &row.marks.released)}) {
    if (!mark->empty()) {
      names.emplace_back(name);
    }
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::vector<Cell> model_cells(const ModelRow& row, const std::string& remark) {
  const std::string whole = print_cycle(row.cycle);
  return {
      text_cell(row.id),
      {row.released, {}, {}, row.marks.released},
      {row.name, {}, {}, row.name_mark},
      text_cell(row.vendor),
      text_cell(parameters_text(row.parameters)),
      strip_cell(row),
      number_cell(fmt::format("{}", row.layers), row.layers),
      number_cell(fmt::format("{}", row.cheap_layers), row.cheap_layers),
      text_cell(print_unit(row.cycle)),
      text_cell(whole),
      {row.context, row.max_context ? fmt::format("{}", *row.max_context) : row.context, {}, row.marks.context},
      {row.kv_text, fmt::format("{}", row.kv.value), {}, row.marks.kv},
      text_cell(row.kv_text),
      text_cell(row.printed.kv),
      text_cell(row.printed.context),
      text_cell(row.printed.released),
      text_cell(differing_cells(row)),
      text_cell(remark),
      text_cell(row.highlight),
      text_cell(remark.empty() ? whole : fmt::format("{}. {}", whole, remark)),
  };
}

// "F GQA, gAT (grouped-query attention)".
std::vector<Segment> legend_of_rows(const std::vector<ModelRow>& rows) {
  std::vector<Segment> out;
  for (const auto& [kind, labels] : kinds_of(rows)) {
    out.push_back(
        {fmt::format("{} {} ({})", kind->letter, fmt::join(labels, ", "), kind->title), colour_of(*kind)});
  }
  return out;
}

}  // namespace

std::string parameters_text(const Parameters& parameters) {
  if (!parameters.total) {
    return "not published";
  }
  const std::string total = print_parameters(*parameters.total);
  return parameters.active ? fmt::format("{} / {}", total, print_parameters(*parameters.active)) : total;
}

std::vector<KindOfRows> kinds_of(const std::vector<ModelRow>& rows) {
  std::vector<KindOfRows> out;
  for (const Kind& kind : kinds()) {
    std::vector<std::string> labels;
    for (const ModelRow& row : rows) {
      if (std::ranges::find(row.kinds, kind.id) == row.kinds.end()) {
        continue;
      }
      const auto own = std::ranges::find(row.labels, kind.id, &std::pair<std::string, std::string>::first);
      const std::string label = own == row.labels.end() ? std::string(kind.label) : own->second;
      if (std::ranges::find(labels, label) == labels.end()) {
        labels.push_back(label);
      }
    }
    if (!labels.empty()) {
      out.push_back({&kind, std::move(labels)});
    }
  }
  return out;
}

Table view_of(const ModelTable& table) {
  Table out;
  out.title = table.title;
  out.columns = model_columns(table);
  const bool highlights =
      std::ranges::all_of(table.rows, [](const ModelRow& row) { return !row.highlight.empty(); });
  for (const ModelRow& row : table.rows) {
    out.rows.push_back(model_cells(row, highlights ? row.highlight : row.remark));
  }
  out.legend = legend_of_rows(table.rows);
  out.notes = table.footnotes;
  out.footer = table.footer;
  return out;
}

}  // namespace kvtally
