#include "reference/layer/channel_mixing.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::channel_mixing_test {

TEST_CASE("channel mixing by hand") {
  // The whole input is the token before: 0, then 2. W_k = (1, −1): keys relu(2)² = 4 and relu(−2)² = 0.
  // W_v = (10, 100): 40.
  Counter counter;
  StateLayer state(counter);
  state.allocate("channel-mix shift", {1, 1, 1, 1}, codec("real"));
  const ChannelMixing layer{Tensor({1}, {1}), {Tensor({2, 1}, {1, -1}), {}}, {Tensor({1, 2}, {10, 100}), {}}};
  CHECK(channel_mixing(state, layer, Tensor({1, 2, 1}, {2, -3}), counter) == Tensor({1, 2, 1}, {0, 40}));
  // The last input, −3, is the next one's: relu(−3)² = 0 and relu(3)² = 9.
  CHECK(channel_mixing(state, layer, Tensor({1, 1, 1}, {5}), counter) == Tensor({1, 1, 1}, {900}));
  CHECK(state.held("channel-mix shift") == Tensor({1, 1, 1, 1}, {5}));
}

TEST_CASE("gated channel mixing by hand") {
  // As above, 0 and 40, with a gate of its own that mixes nothing in: W_r = 0 gives σ(0) = ½.
  Counter counter;
  StateLayer state(counter);
  state.allocate("channel-mix shift", {1, 1, 1, 1}, codec("real"));
  GatedChannelMixing layer{{Tensor({1}, {1}), {Tensor({2, 1}, {1, -1}), {}}, {Tensor({1, 2}, {10, 100}), {}}},
                           Tensor({1}),
                           {Tensor({1, 1}), {}}};
  CHECK(gated_channel_mixing(state, layer, Tensor({1, 2, 1}, {2, -3}), counter) == Tensor({1, 2, 1}, {0, 20}));
  // A gate that sees the token before, −3, a thousandfold: σ(−3000) = 0; and the token itself, 5: σ(5000) = 1.
  layer.receptance.weight(0, 0) = 1000;
  layer.receptance_share(0) = 1;
  CHECK(gated_channel_mixing(state, layer, Tensor({1, 1, 1}, {5}), counter) == Tensor({1, 1, 1}, {0}));
  layer.receptance_share(0) = 0;
  CHECK(gated_channel_mixing(state, layer, Tensor({1, 1, 1}, {5}), counter) == Tensor({1, 1, 1}, {250}));
}

}  // namespace kvtally::reference::channel_mixing_test
