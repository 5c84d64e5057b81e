#pragma once

#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/layer_step.hpp"

/// What one step of a state costs, in numbers that a test can work out.
namespace kvtally::test {

struct Cost {
  std::int64_t stored, read, written, multiplied;
  friend bool operator==(const Cost&, const Cost&) = default;
};

inline Cost cost_of(const State& state, std::int64_t seen) {
  const auto step = run_step(state_layer(state), seen);
  REQUIRE(step.has_value());
  CHECK(step->footprint.stored == step->footprint.carried);
  const auto number = [](auto quantity) { return static_cast<std::int64_t>(quantity.value); };
  return {number(step->footprint.stored), number(step->counts.read_of(reference::Kept::state)),
          number(step->counts.written_of(reference::Kept::state)),
          number(step->counts.useful_of(reference::Work::state))};
}

}  // namespace kvtally::test
