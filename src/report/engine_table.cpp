#include <fmt/format.h>

#include "report/engine.hpp"
#include "report/engine_words.hpp"

namespace kvtally {

namespace {

// Exact in CSV: whole, or a fraction.
std::string exact(const EngineFigure& figure) {
  const bool whole = figure.denominator != 0 && figure.numerator % figure.denominator == 0;
  return whole ? plain_digits(figure.numerator / figure.denominator)
               : plain_digits(figure.numerator) + '/' + plain_digits(figure.denominator);
}

class Rows {
 public:
  explicit Rows(Units units) : units_(units) {
    table_.columns = {{"part", "Part"},
                      {"name", "Name"},
                      {"value", "Value", Align::right},
                      {"unit", "Unit", Align::left, kCsv},
                      {"size", "Size", Align::right, kTerminal | kWide | kMarkdown},
                      {"layers", "Layers", Align::right},
                      {"note", "Note"}};
  }

  void bytes(std::string_view part, const std::string& name, Bytes value, const std::string& note,
             std::string layers = "") {
    const bool added = part == "cause";
    const Bytes size = value.value < 0 ? Bytes{} - value : value;
    table_.rows.push_back(
        {{std::string(part), "", {}, {}},
         {name, "", {}, {}},
         {added ? with_sign(value.value) : print_grouped(value.value), plain_digits(value.value), {}, {}},
         {"bytes", "", {}, {}},
         {(value.value < 0 ? "-" : "") + print_bytes(size, units_), "", {}, {}},
         {std::move(layers), "", {}, {}},
         {note, "", {}, {}}});
  }

  void figure(const EngineFigure& figure) {
    table_.rows.push_back({{"figure", "", {}, {}},
                           {figure.name, "", {}, {}},
                           {print_figure(figure), exact(figure), {}, {}},
                           {figure.unit, "", {}, {}},
                           {},
                           {},
                           {}});
  }

  Table take(std::string title, std::vector<std::string> notes) {
    table_.title = std::move(title);
    table_.notes = std::move(notes);
    return std::move(table_);
  }

 private:
  Units units_;
  Table table_;
};

std::string ratio_of(const Allocation& allocation) {
  return allocation.needed.value == 0 ? "-"
                                      : fmt::format("{:.3f}", static_cast<double>(allocation.allocated.value) /
                                                                  static_cast<double>(allocation.needed.value));
}

Cell bytes_cell(std::optional<Bytes> bytes, Units units) {
  return bytes ? Cell{print_bytes(*bytes, units), plain_digits(bytes->value), {}, {}} : Cell{"-", "", {}, {}};
}

}  // namespace

Table table_of(const EngineSheet& sheet, Units units) {
  const Allocation& allocation = sheet.allocation;
  Rows rows(units);
  rows.bytes("needed", "what the model needs", allocation.needed, "");
  if (allocation.refusal.empty()) {
    for (const EngineCause& cause : allocation.causes) {
      rows.bytes("cause", cause.what, cause.bytes, cause.why);
    }
    rows.bytes("allocated", "what is allocated", allocation.allocated, "");
  }
  for (const EngineHold& hold : allocation.held) {
    rows.bytes("held", hold.name, hold.bytes, hold.shape, plain_digits(hold.layers));
  }
  if (allocation.naive.bytes) {
    rows.bytes("naive", "the naive formula", *allocation.naive.bytes, allocation.naive.what);
  }
  for (const EngineFigure& figure : allocation.figures) {
    rows.figure(figure);
  }
  std::vector<std::string> notes;
  if (!allocation.refusal.empty()) {
    notes.push_back(fmt::format("{} does not start: {}", sheet.title, allocation.refusal));
  }
  for (const EngineLogLine& line : allocation.log) {
    notes.push_back(fmt::format("log: {}{}", line.text, line.note.empty() ? "" : " (" + line.note + ")"));
  }
  notes.insert(notes.end(), allocation.assumptions.begin(), allocation.assumptions.end());
  notes.insert(notes.end(), sheet.model.assumptions.begin(), sheet.model.assumptions.end());
  return rows.take(
      fmt::format("{} in {} ({}): {}", sheet.model.name, sheet.title, allocation.version, scenario_of(allocation)),
      std::move(notes));
}

Table table_of(const EngineComparison& all, Units units) {
  Table table;
  table.columns = {{"engine", "Engine"},
                   {"version", "Version", Align::left, kWide | kMarkdown | kCsv},
                   {"context", "Context", Align::right},
                   {"requests", "Requests", Align::right},
                   {"devices", "Devices", Align::right},
                   {"needed_bytes", "Needed", Align::right},
                   {"allocated_bytes", "Allocated", Align::right},
                   {"ratio", "Ratio", Align::right},
                   {"naive_bytes", "Naive formula", Align::right, kWide | kMarkdown | kCsv},
                   {"why_not", "", Align::left, kEverywhere, true}};
  for (const EngineRow& row : all.rows) {
    const Cell none{"-", "", {}, {}};
    if (!row.allocation) {
      table.rows.push_back({{row.title, row.name, {}, {}},
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            {"cannot hold it: " + row.why_not, row.why_not, {}, {}}});
      continue;
    }
    const Allocation& a = *row.allocation;
    const bool starts = a.refusal.empty();
    table.rows.push_back({{row.title, row.name, {}, {}},
                          {a.version, "", {}, {}},
                          {print_grouped(a.context.value), plain_digits(a.context.value), {}, {}},
                          {print_grouped(a.requests), plain_digits(a.requests), {}, {}},
                          {print_grouped(a.devices), plain_digits(a.devices), {}, {}},
                          bytes_cell(a.needed, units),
                          bytes_cell(starts ? std::optional(a.allocated) : std::nullopt, units),
                          {starts ? ratio_of(a) : "-", "", {}, {}},
                          bytes_cell(a.naive.bytes, units),
                          {starts ? "" : "does not start: " + a.refusal, a.refusal, {}, {}}});
  }
  return table;
}

}  // namespace kvtally
