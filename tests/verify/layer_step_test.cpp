#include "verify/layer_step.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "report/compiled_in.hpp"

namespace kvtally::layer_step_test {

namespace {

TEST_CASE("a layer that keeps nothing, or a state of no known kind, is not run") {
  CHECK(not_executable(feed_forward_layer("mlp")) == "it keeps nothing");
  State unknown = gated_delta_state({2, 2, 8, 8, 4});
  unknown.kind = "made up";
  CHECK(not_executable(state_layer(unknown)) == "no executor changes a state as 'made up' does");
  CHECK_FALSE(run_step(state_layer(unknown), 3).has_value());
}

// So that `verify` compares every shape: one that cannot be run is left out of it.
TEST_CASE("every layer of the zoo that keeps something is run") {
  for (const std::string& id : test::zoo().ids()) {
    for (const Layer& layer : test::model_of(id).layers) {
      CAPTURE(id);
      CAPTURE(layer.kind);
      const bool keeps = !layer.memories.empty() || !layer.state.tensors.empty();
      CHECK(not_executable(layer) == (keeps ? "" : "it keeps nothing"));
    }
  }
}

}  // namespace

}  // namespace kvtally::layer_step_test
