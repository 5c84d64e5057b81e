#include "reference/layer/channel_mixing.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference {

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

}  // namespace kvtally::reference
