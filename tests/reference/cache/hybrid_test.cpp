#include "reference/cache/hybrid.hpp"

#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::hybrid_test {

using test::Positions;
using test::take;

namespace {

constexpr std::int64_t kState = 2 * 3 * 4 * std::int64_t{sizeof(Real)};

std::unique_ptr<CacheLayer> container(std::int64_t window, Counter& counter) {
  if (window > 0) {
    return std::make_unique<SlidingLayer>(window, test::real(), test::real(), counter);
  }
  return std::make_unique<DynamicLayer>(test::real(), test::real(), counter);
}

// A matrix of 2 heads × 3 × 4 numbers beside all keys and values, or beside a window of them.
HybridLayer beside(std::int64_t window, Counter& counter) {
  auto state = std::make_unique<StateLayer>(counter);
  state->allocate("matrix", {1, 2, 3, 4}, test::real());
  return {std::move(state), container(window, counter)};
}

Footprint with_state(Footprint entries) {
  entries += {Bytes{kState}, Bytes{kState}};
  return entries;
}

}  // namespace

TEST_CASE("keys and values are the container's, and the bytes are both") {
  for (const std::int64_t window : {0, 3}) {
    Counter counter;
    HybridLayer layer = beside(window, counter);
    const auto alone = container(window, counter);
    CHECK(layer.footprint() == with_state({}));
    for (const std::int64_t count : {2, 1, 3}) {
      CHECK(layer.mask_sizes(count) == alone->mask_sizes(count));
      CHECK(test::same(take(layer, count), take(*alone, count)));
      CHECK(test::same(layer.current(), alone->current()));
      CHECK(layer.footprint() == with_state(alone->footprint()));
    }
    CHECK(layer.length() == 6);
    CHECK(layer.maximum() == alone->maximum());
    CHECK(layer.offloads() == (window == 0));
  }
}

TEST_CASE("reset and pick reach the state and the container") {
  Counter counter;
  HybridLayer layer = beside(0, counter);
  const Tensor matrix = test::random_tensor({1, 2, 3, 4}, 1);
  layer.state().write("matrix", matrix);
  layer.state().saw(2);
  take(layer, 2);
  layer.pick(Positions{0, 0});
  CHECK(layer.state().held("matrix") == joined(matrix, matrix, 0));
  CHECK(layer.current().keys.batch() == 2);
  layer.reset();
  CHECK(layer.state().held("matrix") == Tensor({2, 2, 3, 4}));
  CHECK(layer.state().length() == 0);
  CHECK(layer.length() == 0);
}

TEST_CASE("it goes back only where both can, and else nothing changes") {
  Counter counter;
  HybridLayer layer = beside(0, counter);
  take(layer, 4);
  layer.state().saw(4);
  CHECK(layer.can_crop(3).error() == "a state that has seen 4 tokens can't go back to 3");
  CHECK_FALSE(layer.crop(3));
  CHECK(layer.length() == 4);
  CHECK(layer.crop(4));
  // a state that is ahead of its container: the container says no
  layer.state().saw(2);
  CHECK_FALSE(layer.crop(6));
  CHECK(layer.length() == 4);
}

}  // namespace kvtally::reference::hybrid_test
