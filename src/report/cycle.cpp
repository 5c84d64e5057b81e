#include "report/cycle.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <tuple>

namespace kvtally {

namespace {

constexpr std::size_t kLongestUnit = 64;

// The longest stretch in which every label equals the one `period` later, with the last period itself.
struct RepeatedStretch {
  std::size_t start = 0;
  std::size_t length = 0;
};

// Labels as small numbers: they are compared many times.
std::vector<std::size_t> numbered(std::span<const std::string> labels) {
  std::vector<std::string_view> known;
  std::vector<std::size_t> out;
  out.reserve(labels.size());
  for (const std::string& label : labels) {
    const auto found = std::ranges::find(known, label);
    out.push_back(static_cast<std::size_t>(found - known.begin()));
    if (found == known.end()) {
      known.emplace_back(label);
    }
  }
  return out;
}

RepeatedStretch longest_stretch(std::span<const std::size_t> labels, std::size_t period) {
  RepeatedStretch best;
  std::size_t start = 0;
  for (std::size_t i = 0; i + period <= labels.size(); ++i) {
    const bool repeats = i + period < labels.size() && labels[i] == labels[i + period];
    if (repeats) {
      continue;
    }
    const std::size_t length = i + period - start;
    if (length > best.length && length >= 2 * period) {
      best = {start, length};
    }
    start = i + 1;
  }
  return best;
}

bool ends_with_rarest(std::span<const std::string> unit) {
  const auto count = [&](const std::string& label) { return std::ranges::count(unit, label); };
  return std::ranges::all_of(unit, [&](const std::string& label) { return count(unit.back()) <= count(label); });
}

Cycle cycle_from(std::span<const std::string> labels, RepeatedStretch stretch, std::size_t period,
                 std::size_t turn) {
  const std::size_t start = stretch.start + turn;
  const std::size_t repeats = (stretch.length - turn) / period;
  const std::size_t end = start + repeats * period;
  const auto piece = [&](std::size_t from, std::size_t to) {
    return std::vector<std::string>(labels.begin() + static_cast<std::ptrdiff_t>(from),
                                    labels.begin() + static_cast<std::ptrdiff_t>(to));
  };
  return {piece(0, start), piece(start, start + period), static_cast<std::int64_t>(repeats),
          piece(end, labels.size())};
}

std::string print_runs(std::span<const std::string> labels) {
  std::string out;
  for (const LabelRun& run : runs_of(labels)) {
    out += out.empty() ? "" : ", ";
    out += run.count == 1 ? run.label : fmt::format("{} x{}", run.label, run.count);
  }
  return out;
}

}  // namespace

std::vector<LabelRun> runs_of(std::span<const std::string> labels) {
  std::vector<LabelRun> runs;
  for (const std::string& label : labels) {
    if (!runs.empty() && runs.back().label == label) {
      ++runs.back().count;
    } else {
      runs.push_back({label, 1});
    }
  }
  return runs;
}

Cycle find_cycle(std::span<const std::string> labels) {
  RepeatedStretch best;
  std::size_t period = 0;
  const std::vector<std::size_t> numbers = numbered(labels);
  for (std::size_t p = 1; p <= std::min(kLongestUnit, labels.size() / 2) && best.length < labels.size(); ++p) {
    const RepeatedStretch stretch = longest_stretch(numbers, p);
    if (stretch.length > best.length) {
      best = stretch;
      period = p;
    }
  }
  if (period == 0) {
    return {{}, {labels.begin(), labels.end()}, 1, {}};
  }
  // A run inside the unit is read with every repeat, so it counts twice.
  const auto cost = [](const Cycle& c) {
    const std::size_t runs = runs_of(c.lead).size() + 2 * runs_of(c.unit).size() + runs_of(c.tail).size();
    return std::tuple(runs, !ends_with_rarest(c.unit), c.lead.size());
  };
  Cycle chosen = cycle_from(labels, best, period, 0);
  for (std::size_t turn = 1; turn < period && turn + period <= best.length; ++turn) {
    Cycle turned = cycle_from(labels, best, period, turn);
    if (cost(turned) < cost(chosen)) {
      chosen = std::move(turned);
    }
  }
  return chosen;
}

std::string print_unit(const Cycle& cycle) { return print_runs(cycle.unit); }

std::string print_cycle(const Cycle& cycle) {
  const auto repeats = static_cast<std::size_t>(cycle.repeats);
  if (cycle.unit.size() == 1) {
    std::vector<std::string> all = cycle.lead;
    all.insert(all.end(), repeats, cycle.unit.front());
    all.insert(all.end(), cycle.tail.begin(), cycle.tail.end());
    return print_runs(all);
  }
  std::string out = print_runs(cycle.lead);
  out += out.empty() ? "" : ", ";
  out += repeats == 1 ? print_unit(cycle) : fmt::format("[{}] x{}", print_unit(cycle), repeats);
  const std::string tail = print_runs(cycle.tail);
  return tail.empty() ? out : out + ", " + tail;
}

}  // namespace kvtally
