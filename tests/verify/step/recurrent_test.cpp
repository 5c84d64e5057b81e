#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/step/cost.hpp"

namespace kvtally::recurrent_test {

namespace {

using test::Cost;
using test::cost_of;

TEST_CASE("steps of recurrent layers by hand, whatever the context") {
  for (const std::int64_t seen : {1, 2, 3, 1000}) {
    CAPTURE(seen);
    // Mamba: 8 channels with 4 numbers in f32 and 3 earlier inputs in bf16. One of the three is rewritten.
    CHECK(cost_of(mamba_state(8, 4, 4), seen) ==
          Cost{8 * 4 * 4 + 8 * 3 * 2, 128 + 48, 128 + 8 * 2, 3 * 8 * 4 + 4 * 8});
    // Mamba-2: 4 heads of 3 × 5; its convolution has 4 · 3 + 2 · 2 · 5 = 32 channels.
    CHECK(cost_of(mamba2_state({4, 3, 5, 2, 4}), seen) ==
          Cost{4 * 3 * 5 * 4 + 32 * 3 * 2, 240 + 192, 240 + 32 * 2, 3 * 60 + 4 * 32});
    // A convolution of 6 channels over 3 tokens: two earlier inputs in bf16, one of which is rewritten.
    CHECK(cost_of(short_convolution_state(6, 3), seen) == Cost{24, 24, 12, 18});
    // And 5 delayed values in bf16, which are all rewritten.
    CHECK(cost_of(short_convolution_state(6, 3, 5), seen) == Cost{34, 34, 22, 18});
    // RG-LRU: 8 numbers in f32 and 3 earlier inputs of each in bf16.
    CHECK(cost_of(gated_recurrence_state(8, 4), seen) == Cost{32 + 48, 80, 32 + 16, 2 * 8 + 4 * 8});
  }
}

TEST_CASE("a convolution over one token keeps nothing, and still multiplies") {
  CHECK(cost_of(mamba_state(8, 4, 1), 5) == Cost{128, 128, 128, 3 * 32 + 8});
  CHECK(cost_of(mamba2_state({4, 3, 5, 2, 0}), 5) == Cost{240, 240, 240, 3 * 60});
}

}  // namespace

}  // namespace kvtally::recurrent_test
