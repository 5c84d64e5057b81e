#include <fmt/format.h>

#include "report/roofline_layout.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

Cell moved_cell(Bytes value, Units units) {
  return text_cell(print_bytes(value, units), fmt::format("{}", value.value));
}
Cell operations(Operations value) { return text_cell(print_operations(value), fmt::format("{}", value.value)); }
Cell seconds(Seconds value) { return text_cell(print_seconds(value), fmt::format("{:.9g}", value.value)); }

Cell flop_per_byte(const std::optional<double>& value) {
  return text_cell(print_intensity(value), value ? fmt::format("{:.9g}", *value) : "");
}

Column keyed_column(const char* key, const char* title, Align align = Align::right) {
  return {key, title, align, kEverywhere, false};
}

void add_parts(Table& table, const Roofline& r, const std::string& name, const StepTime& step, Units units,
               bool sent_alone = false) {
  for (const PartTime& part : step.parts) {
    if (sent_alone && part.bound != Bound::link) {
      continue;
    }
    table.rows.push_back({text_cell(r.model.id), text_cell(name), text_cell(part.name), text_cell(part.kind),
                          moved_cell(part.bytes, units), moved_cell(part.written, units),
                          operations(part.operations),
                          flop_per_byte(intensity(part.operations, part.bytes + part.written)),
                          seconds(part.seconds), text_cell(std::string(name_of(part.bound)))});
  }
}

// The parts of each stage of a pipeline, and then what is sent.
void add_step_rows(Table& table, const Roofline& r, const std::string& name, const StepTime& step, Units units,
                   bool prefill) {
  const bool stages = r.layout && r.layout->placement.pp > 1;
  if (stages) {
    for (const StageGroup& stage : r.layout->stages) {
      add_parts(table, r, fmt::format("{}, {}", name, stage_title(stage)), prefill ? *stage.prefill : stage.decode,
                units);
    }
  }
  add_parts(table, r, name, step, units, stages);
}

Table parts_table(const std::vector<Roofline>& rooflines, Units units) {
  Table table;
  table.columns = {keyed_column("model", "Model", Align::left),
                   keyed_column("step", "Step", Align::left),
                   keyed_column("part", "Part", Align::left),
                   keyed_column("kind", "Kind", Align::left),
                   keyed_column("bytes", "Read"),
                   keyed_column("written_bytes", "Written"),
                   keyed_column("flop", "FLOP"),
                   keyed_column("intensity_flop_per_byte", "FLOP/byte"),
                   keyed_column("seconds", "At least"),
                   keyed_column("bound", "Bound", Align::left)};
  for (const Roofline& r : rooflines) {
    add_step_rows(table, r, "decode", r.decode, units, false);
    if (r.prefill) {
      add_step_rows(table, r, "prefill", *r.prefill, units, true);
    }
  }
  return table;
}

Table sweep_table(const std::vector<Roofline>& rooflines, Units units) {
  Table table;
  table.columns = {keyed_column("model", "Model", Align::left),   keyed_column("requests", "Requests"),
                   keyed_column("weight_bytes", "Weights"),       keyed_column("cache_bytes", "Caches"),
                   keyed_column("written_bytes", "Written"),      keyed_column("flop", "FLOP"),
                   keyed_column("seconds", "At least"),           keyed_column("overlapped_seconds", "Overlapped"),
                   keyed_column("tokens_per_second", "Tokens/s"), keyed_column("bound", "Bound", Align::left)};
  for (const Roofline& r : rooflines) {
    for (const SweepPoint& point : r.sweep) {
      const StepTime& step = point.step;
      const double rate = static_cast<double>(point.sequences) / step.total.value;
      table.rows.push_back(
          {text_cell(r.model.id), text_cell(print_grouped(point.sequences), fmt::format("{}", point.sequences)),
           moved_cell(step.weight_bytes, units), moved_cell(step.cache_bytes, units),
           moved_cell(step.written_bytes, units), operations(step.operations), seconds(step.total),
           seconds(step.overlapped), text_cell(print_per_second(rate), fmt::format("{:.9g}", rate)),
           text_cell(std::string(name_of(step.bound)))});
    }
  }
  return table;
}

}  // namespace

Table table_of(const std::vector<Roofline>& rooflines, Units units) {
  const bool sweeps = !rooflines.empty() && !rooflines.front().sweep.empty();
  Table table = sweeps ? sweep_table(rooflines, units) : parts_table(rooflines, units);
  for (const Roofline& r : rooflines) {
    for (const std::string& assumption : r.assumptions) {
      table.notes.push_back(rooflines.size() == 1 ? assumption : r.model.id + ": " + assumption);
    }
  }
  table.notes.emplace_back(left_out());
  return table;
}

}  // namespace kvtally
