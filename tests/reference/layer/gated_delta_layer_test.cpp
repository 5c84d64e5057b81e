#include "reference/layer/gated_delta_layer.hpp"

#include <doctest/doctest.h>

#include "reference/layer/state_weights.hpp"

namespace kvtally::reference::gated_delta_layer_test {

namespace {

using test::kHidden;
using test::random_linear;
using test::random_tensor;

GatedDeltaLayer random_layer() {
  constexpr std::int64_t kHeads = 4;
  return {.heads = test::random_heads(2, kHeads),
          .rate = random_linear(kHeads, kHidden, 11),
          .decay = random_linear(kHeads, kHidden, 12),
          .log_rate = random_tensor({kHeads}, 13),
          .decay_bias = random_tensor({kHeads}, 14),
          .gate = random_linear(kHeads * test::kStateValue, kHidden, 15),
          .norm = random_tensor({test::kStateValue}, 16),
          .output = random_linear(kHidden, kHeads * test::kStateValue, 17)};
}

}  // namespace

// 4 matrices of 4 × 3, a tail of 2 columns of 2·2·4 + 4·3 = 28 channels.
TEST_CASE("each call reads the state once and writes the matrix once, however many tokens come") {
  Counter counter;
  const GatedDeltaLayer layer = random_layer();
  StateLayer state = test::state_for(layer.heads, counter);
  CHECK(state.footprint().stored == test::real_bytes(48 + 2 * 28));
  counter.take();
  for (const std::int64_t tokens : {1, 5}) {
    const Tensor out = gated_delta_layer(state, layer, random_tensor({1, tokens, kHidden}, 18), counter);
    CHECK(out.shape() == Shape{1, tokens, kHidden});
    const Counts counts = counter.take();
    CHECK(counts.read_of(Kept::state) == test::real_bytes(48 + 2 * 28));
    CHECK(counts.written_of(Kept::state) == test::real_bytes(48 + tokens * 28));
    CHECK(counts.useful_of(Work::state) == MultiplyAdds{tokens * (4 * 48 + 3 * 28)});
    // 28 channels, rates and decays of 4 heads, a gate of 12, the output
    CHECK(counts.useful_of(Work::projection) == MultiplyAdds{tokens * (28 + 4 + 4 + 12 + 12) * 6});
  }
  CHECK(state.length() == 6);
}

TEST_CASE("a gate of zeros closes the output; chunks give the same") {
  Counter counter;
  GatedDeltaLayer layer = random_layer();
  const Tensor x = random_tensor({1, 7, kHidden}, 18);
  StateLayer state = test::state_for(layer.heads, counter);
  const Tensor expected = gated_delta_layer(state, layer, x, counter);
  layer.chunk = 3;
  StateLayer other = test::state_for(layer.heads, counter);
  CHECK(largest_difference(expected, gated_delta_layer(other, layer, x, counter)) <
        (sizeof(Real) == 8 ? 1e-12 : 1e-3));
  layer.gate = {Tensor({12, kHidden}), {}};
  CHECK(gated_delta_layer(state, layer, x, counter) == Tensor({1, 7, kHidden}));
}

}  // namespace kvtally::reference::gated_delta_layer_test
