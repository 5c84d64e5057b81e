#include <algorithm>
#include <fmt/format.h>

#include "report/sheet.hpp"

namespace kvtally {

namespace {

std::string fraction_digits(const Fraction<Bytes>& fraction) {
  return fraction.whole() ? plain_digits(fraction.floor()) : fmt::format("{}", fraction.approximate());
}

// Every figure of `show`: its key in JSON, its heading, and whether it is a number of bytes.
struct SheetFigure {
  std::string_view key;
  std::string_view title;
  Wide value;
  bool bytes;
};

std::vector<SheetFigure> figures_in_order(const Sheet& sheet) {
  const Tally& kept = sheet.figures.kept;
  const Step& step = sheet.figures.step;
  return {
      {"kv_bytes", "KV", kept[Part::entries].value, true},
      {"indexer_bytes", "Index keys", kept[Part::indexer].value, true},
      {"state_bytes", "States", kept[Part::state].value, true},
      {"open_bytes", "Waiting", kept[Part::open].value, true},
      {"cross_bytes", "Encoder", kept[Part::cross].value, true},
      {"draft_bytes", "Draft", kept[Part::draft].value, true},
      {"total_bytes", "Total", kept.total().value, true},
      {"read_bytes_per_step", "Read a step", step.read.total().value, true},
      {"written_bytes_per_step", "Written a step", step.written.total().value, true},
      {"macs_per_step", "Multiply-adds a step", step.arithmetic.total().value, false},
  };
}

// A sheet's row, without what devices keep.
std::vector<Cell> sheet_cells(const Sheet& sheet, Units units) {
  const Scenario& scenario = sheet.scenario;
  std::vector<Cell> row{{sheet.model.id, "", {}, {}},
                        {sheet.model.name, "", {}, {}},
                        {plain_digits(scenario.context.value), "", {}, {}},
                        {plain_digits(scenario.batch), "", {}, {}},
                        {sheet.kv_dtype, "", {}, {}}};
  for (const SheetFigure& figure : figures_in_order(sheet)) {
    row.push_back({figure.bytes ? print_bytes(Bytes{figure.value}, units) : print_grouped(figure.value),
                   plain_digits(figure.value),
                   {},
                   {}});
  }
  row.push_back({fraction_digits(sheet.figures.marginal), "", {}, {}});
  const auto& naive = sheet.figures.naive.bytes;
  row.push_back(
      {naive ? print_bytes(*naive, units) : "none", naive ? plain_digits(naive->value) : "none", {}, {}});
  return row;
}

}  // namespace

Table table_of(const std::vector<Sheet>& sheets, Units units) {
  Table table;
  for (const auto& [key, title] : {std::pair("id", "ID"), std::pair("name", "Model")}) {
    table.columns.push_back({key, title, Align::left, kEverywhere, false});
  }
  for (const auto& [key, title] :
       {std::pair("context", "Context"), std::pair("batch", "Batch"), std::pair("kv_dtype", "Entries")}) {
    table.columns.push_back({key, title, Align::right, kEverywhere, false});
  }
  for (const SheetFigure& figure : figures_in_order(Sheet{})) {
    table.columns.push_back(
        {std::string(figure.key), std::string(figure.title), Align::right, kEverywhere, false});
  }
  table.columns.push_back({"marginal_bytes_per_token", "Bytes a further token", Align::right, kEverywhere, false});
  table.columns.push_back({"naive_bytes", "Naive formula", Align::right, kEverywhere, false});
  const bool placed = std::ranges::any_of(sheets, [](const Sheet& sheet) { return sheet.devices.has_value(); });
  if (placed) {
    table.columns.push_back({"placement", "Placement", Align::left, kEverywhere, false});
    table.columns.push_back({"device_bytes", "On one device", Align::right, kEverywhere, false});
    table.columns.push_back({"all_devices_bytes", "On all devices", Align::right, kEverywhere, false});
  }
  for (const Sheet& sheet : sheets) {
    std::vector<Cell> row = sheet_cells(sheet, units);
    if (placed) {
      const SheetDevices devices = sheet.devices.value_or(SheetDevices{});
      row.push_back({print_placement(devices.placement), "", {}, {}});
      for (const Bytes bytes : {devices.kept.fullest, devices.kept.all}) {
        row.push_back({print_bytes(bytes, units), plain_digits(bytes.value), {}, {}});
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace kvtally
