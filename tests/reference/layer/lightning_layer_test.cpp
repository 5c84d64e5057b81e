#include "reference/layer/lightning_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/layer/state_weights.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference::lightning_layer_test {

namespace {

using test::kHidden;
using test::random_linear;
using test::random_tensor;

// 2 heads of 3.
LightningLayer random_layer() {
  return {.heads = 2,
          .query = random_linear(6, kHidden, 1),
          .key = random_linear(6, kHidden, 2),
          .value = random_linear(6, kHidden, 3),
          .gate = random_linear(6, kHidden, 4),
          .norm = random_tensor({6}, 5),
          .output = random_linear(kHidden, 6, 6),
          .slopes = {Real(0.5), Real(0.125)}};
}

StateLayer state_of(std::int64_t heads, std::int64_t dim, Counter& counter) {
  StateLayer state(counter);
  state.allocate("matrix", {1, heads, dim, dim}, codec("real"));
  return state;
}

}  // namespace

// One head of one number, all weights 1, x = 1: q = k = v = silu(1), S = silu(1)²; the norm makes any positive
// output 1, the gate σ(1).
TEST_CASE("a layer of one number") {
  Counter counter;
  const Linear one{Tensor({1, 1}, {1}), {}};
  const LightningLayer layer{.heads = 1,
                             .query = one,
                             .key = one,
                             .value = one,
                             .gate = one,
                             .norm = Tensor({1}, {1}),
                             .output = one,
                             .eps = 0,
                             .slopes = {std::log(Real(2))}};
  StateLayer state = state_of(1, 1, counter);
  const Tensor x({1, 2, 1}, {1, 1});
  const Tensor out = lightning_layer(state, layer, x, counter);
  CHECK(static_cast<double>(out(0, 0, 0)) == doctest::Approx(static_cast<double>(sigmoid(1))));
  const Real square = silu(1) * silu(1);
  CHECK(static_cast<double>(state.held("matrix")(0, 0, 0, 0)) ==
        doctest::Approx(static_cast<double>(square / 2 + square)));
}

TEST_CASE("each call reads the state once and writes it once, and blocks give the same") {
  Counter counter;
  LightningLayer layer = random_layer();
  StateLayer state = state_of(2, 3, counter);
  const Tensor x = random_tensor({1, 7, kHidden}, 7);
  const Tensor expected = lightning_layer(state, layer, x, counter);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == test::real_bytes(18));
  CHECK(counts.written_of(Kept::state) == test::real_bytes(18));
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{7 * 3 * 18});
  CHECK(state.length() == 7);
  layer.block = 3;
  StateLayer other = state_of(2, 3, counter);
  CHECK(largest_difference(expected, lightning_layer(other, layer, x, counter)) <
        (sizeof(Real) == 8 ? 1e-12 : 1e-3));
}

}  // namespace kvtally::reference::lightning_layer_test
