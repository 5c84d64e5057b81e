#include "verify/step/state_step.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::state_step_test {

namespace {

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

TEST_CASE("a tensor is found by its name") {
  const Layer layer = state_layer(mamba_state(8, 4, 4));
  REQUIRE(state_tensor(layer, "state") != nullptr);
  CHECK(state_tensor(layer, "state")->shape == std::vector<std::int64_t>{8, 4});
  CHECK(state_tensor(layer, "matrix") == nullptr);
}

}  // namespace

}  // namespace kvtally::state_step_test
