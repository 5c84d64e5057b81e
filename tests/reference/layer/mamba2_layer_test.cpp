#include "reference/layer/mamba2_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/random.hpp"
#include "verify/random/weights.hpp"

namespace kvtally::reference::mamba2_layer_test {

namespace {

// Two heads, one number wide, one group of one number. z = (0, 1), x = B = C = δ = 1 times the input.
Mamba2Layer small_layer() {
  return {.groups = 1,
          .in = {Tensor({8, 1}, {0, 1, 1, 1, 1, 1, 1, 1}), {}},
          .convolution = {Tensor({4, 1}, {1, 1, 1, 1}), {}},
          .delta_bias = Tensor({2}),
          .limits = {},
          .a_log = Tensor({2}),
          .skip = Tensor({2}),
          .norm = Tensor({2}, {1, 5}),
          .eps = 0,
          .out = {Tensor({1, 2}, {1, 1}), {}}};
}

}  // namespace

TEST_CASE("the gate comes before the norm, which goes over all heads") {
  // Head 0 is gated to 0, head 1 to some a > 0: the mean square is a² ÷ 2, so that the normed pair is (0, √2),
  // times (1, 5). Were the norm first, head 1 would be its own size times silu(1).
  Counter counter;
  StateLayer state(counter);
  allocate_mamba2(state, small_layer(), 1, codec("real"), codec("real"));
  const Tensor out = mamba2_layer(state, small_layer(), Tensor({1, 1, 1}, {1}), counter);
  CHECK(static_cast<double>(out(0, 0, 0)) == doctest::Approx(5 * std::sqrt(2.0)).epsilon(1e-5));
}

TEST_CASE("step sizes are held to their limits, whatever tokens come") {
  // softplus(0) = ln 2 = 0.693, softplus(−20) = 2e−9; limits 0.1 and 0.5.
  const StepLimits limits{.least = Real(0.1), .most = Real(0.5)};
  const Tensor bias({2}, {0, -20});
  const Tensor held({1, 1, 2}, {Real(0.5), Real(0.1)});
  for (const std::int64_t seen : {0, 1, 9}) {
    CHECK(step_sizes(Tensor({1, 1, 2}), bias, limits, seen) == held);
  }
  CHECK(step_sizes(Tensor({1, 1, 2}), bias, {}, 3)(0, 0, 0) == std::log1p(Real(1)));
}

TEST_CASE("transformers' single tokens behind others are not held to the limits") {
  const StepLimits limits{.least = Real(0.1), .most = Real(0.5), .single_tokens = false};
  const Tensor bias({1}, {0});
  CHECK(step_sizes(Tensor({1, 1, 1}), bias, limits, 0)(0, 0, 0) == Real(0.5));
  CHECK(step_sizes(Tensor({1, 2, 1}), bias, limits, 3) == Tensor({1, 2, 1}, {Real(0.5), Real(0.5)}));
  CHECK(step_sizes(Tensor({1, 1, 1}), bias, limits, 3)(0, 0, 0) == std::log1p(Real(1)));
}

// The reason why limits that hold always are the default.
TEST_CASE("decode is prefill where the limits hold always, and is not as in transformers") {
  std::mt19937_64 generator(7);
  Mamba2Layer layer = kvtally::random_mamba2(4, generator);
  layer.limits.most = Real(0.2);
  const Tensor x = test::random_tensor({1, 6, 4}, 8);
  Counter counter;
  for (const bool always : {true, false}) {
    layer.limits.single_tokens = always;
    StateLayer one(counter);
    StateLayer other(counter);
    allocate_mamba2(one, layer, 1, codec("real"), codec("real"));
    allocate_mamba2(other, layer, 1, codec("real"), codec("real"));
    const Tensor whole = mamba2_layer(one, layer, x, counter);
    Tensor steps({1, 0, 4});
    for (std::int64_t t = 0; t < 6; ++t) {
      steps = joined(steps, mamba2_layer(other, layer, slice(x, 1, t, t + 1), counter), 1);
    }
    CHECK((whole == steps) == always);
    CHECK(slice(whole, 1, 0, 1) == slice(steps, 1, 0, 1));
  }
}

TEST_CASE("what a layer of Mamba-2 keeps, in the formats that it is given") {
  // 4 heads of 3, 2 groups of 5: a convolution of 12 + 2 · 2 · 5 = 32 channels.
  Mamba2Layer layer;
  layer.groups = 2;
  layer.convolution.weight = Tensor({32, 4});
  layer.a_log = Tensor({4});
  layer.out.weight = Tensor({7, 12});
  Counter counter;
  StateLayer state(counter);
  allocate_mamba2(state, layer, 2, codec("bf16"), codec("f32"));
  CHECK(state.footprint().stored == Bytes{2 * (32 * 3 * 2 + 4 * 3 * 5 * 4)});
  CHECK(state.held("state").shape() == Shape{2, 4, 5, 3});
}

}  // namespace kvtally::reference::mamba2_layer_test
