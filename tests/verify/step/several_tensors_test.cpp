#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/step/cost.hpp"

namespace kvtally::several_tensors_test {

namespace {

using test::Cost;
using test::cost_of;

TEST_CASE("steps of gated slots and of a matrix LSTM by hand, whatever the context") {
  for (const std::int64_t seen : {1, 2, 1000}) {
    CAPTURE(seen);
    // 2 heads with 5 slots for keys of 4 and values of 3: 2 · 5 · 7 numbers in f32.
    CHECK(cost_of(gated_slots_state({2, 2, 4, 3, 0}, 5), seen) == Cost{280, 280, 280, 3 * 70});
    // Over 2 · 2 · 4 + 2 · 3 = 22 channels and 3 tokens: two earlier inputs in bf16.
    CHECK(cost_of(gated_slots_state({2, 2, 4, 3, 3}, 5), seen) == Cost{280 + 88, 368, 280 + 44, 210 + 66});
    // 2 heads of 4 × 3, 4 and 1 numbers in f32; the stabiliser costs no multiply-add.
    CHECK(cost_of(matrix_lstm_state({2, 2, 4, 3, 0}), seen) == Cost{136, 136, 136, 3 * 24 + 3 * 8});
  }
}

TEST_CASE("states that neither of them has") {
  State state = matrix_lstm_state({2, 2, 4, 3, 0});
  state.tensors.pop_back();
  CHECK(not_executable(state_layer(state)) == "its state has no stabiliser");
  state = gated_slots_state({2, 2, 4, 3, 0}, 5);
  state.tensors[0].shape.pop_back();
  CHECK(not_executable(state_layer(state)) == "the keys of its state has not 3 axes");
}

}  // namespace

}  // namespace kvtally::several_tensors_test
