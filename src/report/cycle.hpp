#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kvtally {

/// `count` equal labels in a row.
struct LabelRun {
  std::string label;
  std::int64_t count = 1;
  friend bool operator==(const LabelRun&, const LabelRun&) = default;
};

/// A list of layers as a unit that repeats, with what stands before and after it.
struct Cycle {
  std::vector<std::string> lead;
  std::vector<std::string> unit;  // never empty unless the list is
  std::int64_t repeats = 1;
  std::vector<std::string> tail;
  friend bool operator==(const Cycle&, const Cycle&) = default;
};

/// The cycle that covers most of the list, the shortest of these (at most 64 layers long). It is turned so that
/// the whole has few runs, and of equals so that the unit ends with its rarest label.
Cycle find_cycle(std::span<const std::string> labels);

/// "[SWA x5, FULL] x10, SWA x2".
std::string print_cycle(const Cycle& cycle);

/// The unit alone, run-length: "SWA x5, FULL".
std::string print_unit(const Cycle& cycle);

std::vector<LabelRun> runs_of(std::span<const std::string> labels);

}  // namespace kvtally
