#include "reference/kind/convolution_tail.hpp"

#include <doctest/doctest.h>

#include "reference/kind/short_convolution.hpp"

namespace kvtally::reference::convolution_tail_test {

TEST_CASE("a tail holds the last k - 1 inputs in the order of their tokens, zeros before the first") {
  Counter counter;
  StateLayer state(counter);
  allocate_tail(state, "tail", 1, 1, 4, codec("real"));
  const Convolution convolution{Tensor({1, 4}), {}};
  const auto take = [&](Real input) {
    short_convolution(state, "tail", Tensor({1, 1, 1}, {input}), convolution, counter);
    state.saw(1);
    return tail_in_order(state, "tail");
  };
  CHECK(tail_in_order(state, "tail") == Tensor({1, 1, 3}));
  CHECK(take(1) == Tensor({1, 1, 3}, {0, 0, 1}));
  CHECK(take(2) == Tensor({1, 1, 3}, {0, 1, 2}));
  CHECK(take(3) == Tensor({1, 1, 3}, {1, 2, 3}));
  CHECK(take(4) == Tensor({1, 1, 3}, {2, 3, 4}));
  counter.take();
  tail_in_order(state, "tail");
  CHECK(counter.counts().read_of(Kept::state) == Bytes{0});
}

TEST_CASE("a tail has k - 1 columns of each channel, in its format; none for k = 1") {
  Counter counter;
  StateLayer state(counter);
  allocate_tail(state, "none", 2, 5, 1, codec("bf16"));
  CHECK(state.footprint() == Footprint{});
  allocate_tail(state, "tail", 2, 5, 4, codec("bf16"));
  CHECK(state.footprint().stored == Bytes{2 * 5 * 3 * 2});
}

}  // namespace kvtally::reference::convolution_tail_test
