#include "reference/cache/static_sliding.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::static_sliding_test {

using test::Positions;

TEST_CASE("slots are filled, then rolled") {
  Counter counter;
  StaticSlidingLayer layer(3, 100, test::real(), test::real(), counter);
  CHECK(layer.maximum() == 3);
  CHECK(test::take(layer, 1).keys.positions() == Positions{0, -1, -1});
  CHECK(layer.footprint() == test::entries(3, 3));
  CHECK(test::take(layer, 2).keys.positions() == Positions{0, 1, 2});
  CHECK(counter.take().copied == Bytes{0});
  const KeyValues rolled = test::take(layer, 1);
  CHECK(rolled.keys.positions() == Positions{1, 2, 3});
  CHECK(test::are_tokens(rolled));
  CHECK(layer.footprint() == test::entries(3, 3));
  CHECK(layer.placed() == 3);
  const Counts counts = counter.take();
  CHECK(counts.copied == Bytes{2 * test::kEntry});  // two slots move down by one
  CHECK(counts.written_of(Kept::entries) == Bytes{test::kEntry});
}

TEST_CASE("several tokens that do not fit are handed out with what is kept of the past") {
  Counter counter;
  StaticSlidingLayer layer(3, 100, test::real(), test::real(), counter);
  test::take(layer, 2);
  counter.take();
  const KeyValues there = test::take(layer, 4);
  CHECK(there.keys.positions() == positions_from(0, 6));
  CHECK(test::are_tokens(there));
  CHECK(test::same(layer.current(), there));
  CHECK(layer.kept().keys.positions() == Positions{3, 4, 5});
  CHECK(test::are_tokens(layer.kept()));
  CHECK(layer.footprint() == test::entries(6 + 3, 3));  // the joined buffer beside the slots
  CHECK(counter.take().copied == Bytes{(2 + 3) * test::kEntry});
  CHECK(test::take(layer, 2).keys.positions() == Positions{4, 5, 6, 7});  // full: the first slot is out of sight
  CHECK(layer.placed() == 2);
}

TEST_CASE("the window is no longer than the slots") {
  Counter counter;
  StaticSlidingLayer layer(6, 4, test::real(), test::real(), counter);
  CHECK(layer.maximum() == 4);
  test::take(layer, 4);
  CHECK(test::take(layer, 1).keys.positions() == Positions{1, 2, 3, 4});
}

TEST_CASE("cropping, resetting and picking of static windows") {
  Counter counter;
  StaticSlidingLayer layer(3, 100, test::real(), test::real(), counter);
  test::take(layer, 3);
  REQUIRE(layer.crop(1));
  CHECK(layer.current().keys.positions() == Positions{0, -1, -1});
  CHECK(test::are_tokens(test::take(layer, 4)));
  CHECK(layer.crop(6).error() == "5 tokens are kept, 6 can't be");
  CHECK(layer.crop(4).error() == "a window of 3 slots that has seen 5 tokens can't go back to 4");
  REQUIRE(layer.crop(5));
  layer.pick(Positions{0, 0});
  CHECK(layer.current().keys.batch() == 2);
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.placed() == 0);
  CHECK(layer.footprint().carried == Bytes{2 * 3 * test::kEntry});  // the storage stays
  CHECK(layer.current().keys.numbers() == Tensor({2, 2, 3, 3}));
}

}  // namespace kvtally::reference::static_sliding_test
