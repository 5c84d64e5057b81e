#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/layer_step.hpp"

namespace kvtally {

namespace {

using reference::Kept;
using reference::Work;

struct Cost {
  std::int64_t stored, read, written, multiplied;
  friend bool operator==(const Cost&, const Cost&) = default;
};

Cost cost_of(const State& state, std::int64_t seen) {
  const auto step = run_step(state_layer(state), seen);
  REQUIRE(step.has_value());
  CHECK(step->footprint.stored == step->footprint.carried);
  const auto number = [](auto quantity) { return static_cast<std::int64_t>(quantity.value); };
  return {number(step->footprint.stored), number(step->counts.read_of(Kept::state)),
          number(step->counts.written_of(Kept::state)), number(step->counts.useful_of(Work::state))};
}

TEST_CASE("steps of recurrent layers by hand, whatever the context") {
  for (const std::int64_t seen : {1, 2, 3, 1000}) {
    CAPTURE(seen);
    // Mamba: 8 channels with 4 numbers in f32 and 3 earlier inputs in bf16. One of the three is rewritten.
    CHECK(cost_of(mamba_state(8, 4, 4), seen) ==
          Cost{8 * 4 * 4 + 8 * 3 * 2, 128 + 48, 128 + 8 * 2, 3 * 8 * 4 + 4 * 8});
    // Mamba-2: 4 heads of 3 × 5; its convolution has 4 · 3 + 2 · 2 · 5 = 32 channels.
    CHECK(cost_of(mamba2_state({4, 3, 5, 2, 4}), seen) ==
          Cost{4 * 3 * 5 * 4 + 32 * 3 * 2, 240 + 192, 240 + 32 * 2, 3 * 60 + 4 * 32});
    // RWKV-7: 2 heads of 4 × 4 in f32, two shifts of 8 in bf16; all is rewritten.
    CHECK(cost_of(rwkv7_state({2, 2, 4, 4, 0}, 8), seen) == Cost{128 + 2 * 16, 160, 160, 5 * 32});
    // A convolution of 6 channels over 3 tokens: two earlier inputs in bf16, one of which is rewritten.
    CHECK(cost_of(short_convolution_state(6, 3), seen) == Cost{24, 24, 12, 18});
  }
}

TEST_CASE("a convolution over one token keeps nothing, and still multiplies") {
  CHECK(cost_of(mamba_state(8, 4, 1), 5) == Cost{128, 128, 128, 3 * 32 + 8});
  CHECK(cost_of(mamba2_state({4, 3, 5, 2, 0}), 5) == Cost{240, 240, 240, 3 * 60});
}

TEST_CASE("states that no such recurrence has") {
  const auto why = [](const State& state) { return not_executable(state_layer(state)); };
  State state = mamba_state(8, 4, 4);
  state.tensors[1].format = Format{"made_up", 1, 1};
  CHECK(why(state) == "no codec stores made_up");
  state = mamba_state(8, 4, 4);
  state.tensors.pop_back();
  CHECK(why(state) == "its state has no state");
  state = rwkv7_state({2, 2, 4, 4, 4}, 8);
  CHECK(why(state) == "nothing uses the convolution of its state");
  state = mamba2_state({4, 3, 5, 2, 4});
  state.kind = "mamba";
  CHECK(why(state) == "the state of its state has not 2 axes");
}

}  // namespace

}  // namespace kvtally
