#pragma once

#include <expected>
#include <string>
#include <vector>

#include "core/print.hpp"
#include "plan/timing.hpp"
#include "report/explain_formula.hpp"
#include "report/table.hpp"

/// A step's time and a device's memory as arithmetic that can be redone by hand.
namespace kvtally {

/// One value worked out: `name` = numbers = value.
struct WorkedLine {
  std::string name;
  std::string numbers;  // "61 × 11,010,048 × 2"; equal to `value` where nothing is worked out
  std::string value;    // three decimals at most
  std::string unit;
  double amount = 0;
};

struct WorkedSection {
  std::string title;
  std::string sentence;
  std::vector<WorkedLine> lines;
};

/// Where a figure of the device came from.
struct DeviceFact {
  std::string key;
  std::string value;
  std::string where;
};

struct DeviceQuestion {
  Device device;
  Placement placement;
  Demand demand;
  std::int64_t users = 1;
  WeightReading reading;
  Reserve reserve;
};

struct DeviceExplanation {
  Device device;
  Placement placement;
  std::int64_t users = 1;
  std::vector<WorkedSection> sections;
  std::vector<DeviceFact> facts;
  std::vector<std::string> assumptions;
};

/// A decode step and the memory of a device, as `roofline` and `fit` work them out: their figures, to the byte.
/// The errors: a placement that does not divide the model, a bandwidth that is not published.
std::expected<DeviceExplanation, std::vector<std::string>> explain_on(const Model& model,
                                                                      const WeightLoad& weights,
                                                                      const DeviceQuestion& question);

/// Lines from formulas and from times.
WorkedLine worked(std::string name, const Formula& formula, std::string unit);
/// Microseconds that a sum of exact terms takes; `numbers` names them.
WorkedLine worked_time(std::string name, const std::string& numbers, Seconds time);
/// A rate a microsecond: "3,350,000", so that what is divided by it gives microseconds.
Formula each_microsecond(Wide rate);

/// What a step of a stage reads of each group of weights in a part, such as "experts".
std::vector<WorkedLine> weight_lines(const Stage& stage, const PartTime& part, const DecodeStep& step);

/// The memory of the fullest device, and the devices that a model takes exactly.
void add_memory_sections(const Model& model, const WeightLoad& weights, const Layout& layout,
                         const DeviceQuestion& question, std::vector<WorkedSection>& out);

/// The device's figures that times and memory rest on, with their sources.
std::vector<DeviceFact> facts_of(const Device& device);

/// For a terminal, within look.width columns.
std::string text_of(const DeviceExplanation& explanation, Units units, const Look& look);
/// A heading of the second level, and a table a section.
std::string markdown_of(const DeviceExplanation& explanation);

}  // namespace kvtally
