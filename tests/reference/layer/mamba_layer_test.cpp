#include "reference/layer/mamba_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference::mamba_layer_test {

namespace {

// One channel with one number. x = 2 x_0 and z = x_0; the convolution is (1, 10); δ = 0, B = C = x; softplus of
// the bias ln(e − 1) is 1; A = −1, D = 4; the output is three times that.
MambaLayer small_layer() {
  return {.in = {Tensor({2, 1}, {2, 1}), {}},
          .convolution = {Tensor({1, 2}, {1, 10}), {}},
          .step = {Tensor({3, 1}, {0, 1, 1}), {}},
          .delta = {Tensor({1, 1}, {1}), Tensor({1}, {std::log(std::exp(Real(1)) - 1)})},
          .a_log = Tensor({1, 1}, {0}),
          .skip = Tensor({1}, {4}),
          .out = {Tensor({1, 1}, {3}), {}}};
}

}  // namespace

TEST_CASE("a layer of Mamba by hand") {
  Counter counter;
  const MambaLayer layer = small_layer();
  StateLayer state(counter);
  allocate_mamba(state, layer, 1, codec("real"), codec("real"));
  const Tensor out = mamba_layer(state, layer, Tensor({1, 2, 1}, {Real(0.1), Real(-0.2)}), counter);
  // Convolved: 10 · 0.2 = 2, then 1 · 0.2 − 10 · 0.4 = −3.8.
  const Real first = silu(Real(2));
  const Real second = silu(Real(-3.8));
  const Real memory = first * first;  // Δ B x
  const Real later = std::exp(Real(-1)) * memory + second * second;
  const Real y = (first * memory + 4 * first) * silu(Real(0.1));  // (C h + D x) silu(z)
  const Real z = (second * later + 4 * second) * silu(Real(-0.2));
  CHECK(largest_difference(out, Tensor({1, 2, 1}, {3 * y, 3 * z})) < 1e-4);
  CHECK(largest_difference(state.held("state"), Tensor({1, 1, 1, 1}, {later})) < 1e-4);
  CHECK(largest_difference(state.held("convolution"), Tensor({1, 1, 1, 1}, {Real(-0.4)})) < 1e-6);
  CHECK(state.length() == 2);
}

TEST_CASE("what a layer of Mamba keeps, in the formats that it is given") {
  Counter counter;
  const MambaLayer layer{.in = {},
                         .convolution = {Tensor({6, 4}), {}},
                         .step = {},
                         .delta = {},
                         .a_log = Tensor({6, 5}),
                         .skip = {},
                         .out = {}};
  StateLayer state(counter);
  allocate_mamba(state, layer, 2, codec("bf16"), codec("f32"));
  CHECK(state.footprint().stored == Bytes{2 * (6 * 3 * 2 + 6 * 5 * 4)});
}

}  // namespace kvtally::reference::mamba_layer_test
