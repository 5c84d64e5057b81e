#include <fmt/format.h>

#include "report/roofline_layout.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

std::string numbers(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("stage {}", first) : fmt::format("stages {}-{}", first, last);
}

Bytes moved(const StepTime& step) { return step.weight_bytes + step.cache_bytes + step.written_bytes; }

Seconds sent_seconds(const StepTime& step) {
  Seconds sum;
  for (const PartTime& part : step.parts) {
    sum += part.bound == Bound::link ? part.seconds : Seconds{};
  }
  return sum;
}

bool sends(const StepTime& step) { return !step.parts.empty() && step.parts.back().bound == Bound::link; }

// A rate that is not published gives bytes no time.
std::string sent_time(const PartTime& part) {
  return part.seconds == Seconds{} ? "not known" : print_seconds(part.seconds);
}

void add_row(Table& table, std::initializer_list<std::string> cells) {
  std::vector<Cell>& row = table.rows.emplace_back();
  for (const std::string& text : cells) {
    row.push_back({text, "", {}, {}});
  }
}

}  // namespace

std::string placement_line(const Roofline& roofline) {
  const RooflineLayout& layout = *roofline.layout;
  const std::int64_t requests = roofline.question.decode.sequences;
  const std::string some = layout.at_once == requests
                               ? ""
                               : fmt::format("; each works for {} of the {} requests at a time",
                                             print_grouped(layout.at_once), print_grouped(requests));
  return fmt::format("{}: every figure is of one device{}", print_placement(layout.placement), some);
}

std::string stage_title(const StageGroup& stage) {
  return fmt::format("{}, {}{} {}", numbers(stage.first, stage.last), stage.first == stage.last ? "" : "each ",
                     print_grouped(stage.layers), stage.layers == 1 ? "layer" : "layers");
}

Table parts_table(const StepTime& step, Units units) {
  Table table;
  table.columns = {titled_column("Part"),
                   titled_column("Bytes", Align::right),
                   titled_column("FLOP", Align::right),
                   titled_column("FLOP/byte", Align::right),
                   titled_column("At least", Align::right),
                   titled_column("Bound")};
  const auto add = [&](const std::string& name, Bytes bytes, Operations operations, Seconds time,
                       std::string_view bound) {
    add_row(table, {name, print_bytes(bytes, units), print_operations(operations),
                    print_intensity(intensity(operations, bytes)), print_seconds(time), std::string(bound)});
  };
  for (const PartTime& part : step.parts) {
    if (part.bound != Bound::link) {
      add(label_of(part), part.bytes + part.written, part.operations, part.seconds, name_of(part.bound));
    }
  }
  if (!sends(step)) {
    add("one after the other", moved(step), step.operations, step.total, "");
    add("overlapped", moved(step), step.operations, step.overlapped, name_of(step.bound));
    return table;
  }
  add("on the device", moved(step), step.operations, {step.total.value - sent_seconds(step).value}, "");
  for (const PartTime& part : step.parts) {
    if (part.bound == Bound::link) {
      add_row(table, {label_of(part), print_bytes(part.bytes, units), "", "", sent_time(part),
                      std::string(name_of(part.bound))});
    }
  }
  add_row(table, {"one after the other", "", "", "", print_seconds(step.total), ""});
  add_row(table, {"overlapped", "", "", "", print_seconds(step.overlapped), std::string(name_of(step.bound))});
  return table;
}

Table stages_table(const Roofline& roofline, const StepTime& step, bool prefill, Units units) {
  Table table;
  table.columns = {titled_column("Of one device"), titled_column("Bytes", Align::right),
                   titled_column("FLOP", Align::right), titled_column("At least", Align::right),
                   titled_column("Bound")};
  const bool side_by_side = prefill && roofline.layout->side_by_side;
  for (const StageGroup& stage : roofline.layout->stages) {
    const StepTime& one = prefill ? *stage.prefill : stage.decode;
    const std::int64_t count = side_by_side ? 1 : stage.last - stage.first + 1;
    const std::string several = side_by_side ? ", each" : fmt::format(", x{}", count);
    add_row(table,
            {numbers(stage.first, stage.last) + (stage.last > stage.first ? several : ""),
             print_bytes(moved(one) * count, units), print_operations(Operations{one.operations * count}),
             print_seconds({one.total.value * static_cast<double>(count)}), std::string(name_of(one.bound))});
  }
  for (const PartTime& part : step.parts) {
    if (part.bound == Bound::link) {
      add_row(table, {label_of(part) + (side_by_side ? ", all stages" : ""), print_bytes(part.bytes, units), "",
                      sent_time(part), "link"});
    }
  }
  add_row(table, {side_by_side ? "the slowest with its link, first and last chunk" : "in all", "", "",
                  print_seconds(step.total), ""});
  return table;
}

}  // namespace kvtally
