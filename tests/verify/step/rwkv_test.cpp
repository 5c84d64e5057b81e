#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/step/cost.hpp"

namespace kvtally::rwkv_test {

namespace {

using test::Cost;
using test::cost_of;

TEST_CASE("steps of RWKV's blocks by hand, whatever the context: all is read and rewritten") {
  for (const std::int64_t seen : {1, 2, 1000}) {
    CAPTURE(seen);
    // 2 heads of 4 × 4 in f32, two shifts of 8 in bf16.
    CHECK(cost_of(rwkv7_state({2, 2, 4, 4, 0}, 8), seen) == Cost{128 + 2 * 16, 160, 160, 5 * 32});
    // And the bonus: 2 heads of 2 · 4 + 4.
    CHECK(cost_of(rwkv6_state({2, 2, 4, 4, 0}, 8), seen) == Cost{160, 160, 160, 3 * 32 + 2 * 12});
    // Three vectors of 6 in f32, two shifts of 8 in bf16.
    CHECK(cost_of(rwkv4_state(6, 8), seen) == Cost{72 + 32, 104, 104, 6 * 6});
  }
}

TEST_CASE("states that no block of RWKV has") {
  State state = rwkv4_state(6, 8);
  state.tensors.pop_back();
  CHECK(not_executable(state_layer(state)) == "its state has no channel-mix shift");
  state = rwkv6_state({2, 2, 4, 4, 4}, 8);
  CHECK(not_executable(state_layer(state)) == "nothing uses the convolution of its state");
}

}  // namespace

}  // namespace kvtally::rwkv_test
