#include "reference/layer/kimi_delta_layer.hpp"

#include <doctest/doctest.h>

#include "reference/layer/gated_delta_layer.hpp"
#include "reference/layer/state_weights.hpp"

namespace kvtally::reference::kimi_delta_layer_test {

namespace {

using test::kHidden;
using test::random_linear;
using test::random_tensor;

constexpr std::int64_t kHeads = 2;

KimiDeltaLayer random_layer() {
  return {.heads = test::random_heads(kHeads, kHeads),
          .rate = random_linear(kHeads, kHidden, 11),
          .decay_down = random_linear(5, kHidden, 12),
          .decay_up = random_linear(kHeads * test::kStateKey, 5, 13),
          .log_rate = random_tensor({kHeads}, 14),
          .decay_bias = random_tensor({kHeads * test::kStateKey}, 15),
          .gate_down = random_linear(5, kHidden, 16),
          .gate_up = random_linear(kHeads * test::kStateValue, 5, 17),
          .norm = random_tensor({test::kStateValue}, 18),
          .output = random_linear(kHidden, kHeads * test::kStateValue, 19)};
}

}  // namespace

// 2 matrices of 4 × 3, a tail of 2 columns of 2·2·4 + 2·3 = 22 channels.
TEST_CASE("each call reads the state once and writes the matrix once") {
  Counter counter;
  const KimiDeltaLayer layer = random_layer();
  StateLayer state = test::state_for(layer.heads, counter);
  counter.take();
  kimi_delta_layer(state, layer, random_tensor({1, 5, kHidden}, 20), counter);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == test::real_bytes(24 + 2 * 22));
  CHECK(counts.written_of(Kept::state) == test::real_bytes(24 + 5 * 22));
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{5 * (4 * 24 + 3 * 22)});
  CHECK(state.length() == 5);
}

TEST_CASE("chunks give the same") {
  Counter counter;
  KimiDeltaLayer layer = random_layer();
  const Tensor x = random_tensor({1, 7, kHidden}, 20);
  StateLayer state = test::state_for(layer.heads, counter);
  const Tensor expected = kimi_delta_layer(state, layer, x, counter);
  layer.chunk = 4;
  StateLayer other = test::state_for(layer.heads, counter);
  CHECK(largest_difference(expected, kimi_delta_layer(other, layer, x, counter)) <
        (sizeof(Real) == 8 ? 1e-12 : 1e-3));
}

// The output's gate is a sigmoid: of zeros it is ½ everywhere, and of a norm of zeros nothing is left.
TEST_CASE("a shut gate is one half, not zero") {
  Counter counter;
  KimiDeltaLayer layer = random_layer();
  const Tensor x = random_tensor({1, 2, kHidden}, 20);
  layer.gate_up = {Tensor({kHeads * test::kStateValue, 5}), {}};
  StateLayer state = test::state_for(layer.heads, counter);
  CHECK(kimi_delta_layer(state, layer, x, counter) != Tensor({1, 2, kHidden}));
  layer.norm = Tensor({test::kStateValue});
  CHECK(kimi_delta_layer(state, layer, x, counter) == Tensor({1, 2, kHidden}));
}

}  // namespace kvtally::reference::kimi_delta_layer_test
