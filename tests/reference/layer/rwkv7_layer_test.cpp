#include "reference/layer/rwkv7_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::rwkv7_layer_test {

namespace {

Linear weight(Real number) { return {Tensor({1, 1}, {number}), {}}; }

// One head, one number wide. All gates have W_down = 0 and no bias, so that a = ½, the decay is exp(−e^{−½} ½),
// and what is normed, alone in its head, is the norm's bias.
Rwkv7Layer small_layer() {
  const Tensor zero({1});
  const Tensor one({1}, {1});
  const LowRank shut{weight(0), weight(4)};
  return {.shares = {zero, zero, zero, zero, zero, zero},
          .receptance = weight(2),
          .key = weight(3),
          .value = weight(5),
          .output = weight(1),
          .decay = shut,
          .rate = shut,
          .gate = shut,
          .first_value = {},
          .removal = one,
          .rated_key = one,
          .bonus = Tensor({1, 1}, {10}),
          .norm = Tensor({1, 1}, {9}),
          .norm_bias = Tensor({1, 1}, {7})};
}

StateLayer empty(const Rwkv7Layer& layer, Counter& counter) {
  StateLayer state(counter);
  allocate_rwkv7(state, layer, 1, codec("real"), codec("real"));
  return state;
}

const Tensor kOne({1, 1, 1}, {1});  // NOLINT(cert-err58-cpp): a test's constant

}  // namespace

TEST_CASE("time mixing by hand") {
  // x = 1: r = 2, v = 5, k = 3 (1 + (½ − 1) · 1) = 1.5. Bonus 2 · 1.5 · 10 · 5 = 150, beside the norm's 7. The
  // gate is σ(0) · 4 = 2: 314. The state is v k = 7.5.
  Counter counter;
  const Rwkv7Layer layer = small_layer();
  StateLayer state = empty(layer, counter);
  const Rwkv7Output out = rwkv7_layer(state, layer, kOne, {}, counter);
  CHECK(out.output == Tensor({1, 1, 1}, {314}));
  CHECK(out.value == Tensor({1, 1, 1}, {5}));
  CHECK(state.held("matrix") == Tensor({1, 1, 1, 1}, {Real(7.5)}));
  CHECK(state.held("time-mix shift") == Tensor({1, 1, 1, 1}, {1}));
  // Once more: κ = 1, so that half of the old value (a = ½) goes beside what decays.
  rwkv7_layer(state, layer, kOne, {}, counter);
  const Real decay = std::exp(-std::exp(Real(-0.5)) / 2);
  CHECK(largest_difference(state.held("matrix"), Tensor({1, 1, 1, 1}, {Real(7.5) * (decay - Real(0.5) + 1)})) <
        1e-5);
  CHECK(state.length() == 2);
}

TEST_CASE("a later layer takes in the first one's values") {
  // v = 5 + (9 − 5) · σ(0) = 7, so that the bonus is 2 · 1.5 · 10 · 7 = 210: 2 · 217.
  Counter counter;
  Rwkv7Layer layer = small_layer();
  layer.first_value = LowRank{weight(0), weight(4)};
  StateLayer state = empty(layer, counter);
  const Rwkv7Output out = rwkv7_layer(state, layer, kOne, Tensor({1, 1, 1}, {9}), counter);
  CHECK(out.output == Tensor({1, 1, 1}, {434}));
  CHECK(out.value == Tensor({1, 1, 1}, {5}));
}

TEST_CASE("each input has its own share of the token before") {
  // Behind a token of 3, a token of 1 is 3 where the share is 1.
  Counter counter;
  const auto output = [&](Tensor TokenShares::* share) {
    Rwkv7Layer layer = small_layer();
    layer.decay.down = layer.rate.down = layer.gate.down = weight(1);
    if (share != nullptr) {
      layer.shares.*share = Tensor({1}, {1});
    }
    StateLayer state = empty(layer, counter);
    rwkv7_layer(state, layer, Tensor({1, 1, 1}, {3}), {}, counter);
    const Tensor out = rwkv7_layer(state, layer, kOne, {}, counter).output;
    return std::pair{out(0, 0, 0), state.held("matrix")(0, 0, 0, 0)};
  };
  const auto plain = output(nullptr);
  CHECK(output(&TokenShares::receptance).first != plain.first);
  CHECK(output(&TokenShares::receptance).second == plain.second);
  CHECK(output(&TokenShares::gate).first != plain.first);
  CHECK(output(&TokenShares::gate).second == plain.second);
  CHECK(output(&TokenShares::decay).first == plain.first);  // the norm of one number hides the sum
  CHECK(output(&TokenShares::decay).second != plain.second);
  for (Tensor TokenShares::* share : {&TokenShares::key, &TokenShares::value, &TokenShares::rate}) {
    CHECK(output(share).first != plain.first);
    CHECK(output(share).second != plain.second);
  }
}

TEST_CASE("a key of zeros has no direction to remove from") {
  Counter counter;
  Rwkv7Layer layer = small_layer();
  layer.key = weight(0);
  StateLayer state = empty(layer, counter);
  CHECK(rwkv7_layer(state, layer, kOne, {}, counter).output == Tensor({1, 1, 1}, {14}));
}

}  // namespace kvtally::reference::rwkv7_layer_test
