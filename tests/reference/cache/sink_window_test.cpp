#include "reference/cache/sink_window.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::sink_window_test {

using test::Positions;

TEST_CASE("the first n tokens stay beside the window") {
  Counter counter;
  SinkWindowLayer layer(2, 3, test::real(), test::real(), counter);
  CHECK(layer.maximum() == 5);
  // S:                    1  2  3  4  5  6  7
  const Positions stored{1, 2, 3, 4, 5, 5, 5};   // min(S, n + W)
  const Positions carried{1, 2, 3, 4, 4, 4, 4};  // min(S, n + W - 1)
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const KeyValues there = test::take(layer, 1);
    CHECK(test::are_tokens(there));
    CHECK(test::same(layer.current(), there));
    CHECK(layer.footprint() == test::entries(stored[i], carried[i]));
  }
  CHECK(layer.current().keys.positions() == Positions{0, 1, 4, 5, 6});
  CHECK(layer.mask_sizes(2) == MaskSizes{6, 0});
  CHECK(test::take(layer, 2).keys.positions() == Positions{0, 1, 5, 6, 7, 8});
}

TEST_CASE("without first tokens it is a window, and one of one keeps nothing") {
  Counter counter;
  SinkWindowLayer layer(0, 1, test::real(), test::real(), counter);
  test::take(layer, 3);
  CHECK(layer.footprint() == test::entries(3, 0));
  CHECK(layer.mask_sizes(1) == MaskSizes{1, 3});
  CHECK(test::take(layer, 1).keys.positions() == Positions{3});
}

TEST_CASE("crops of first tokens and window") {
  Counter counter;
  SinkWindowLayer layer(2, 3, test::real(), test::real(), counter);
  test::take(layer, 4);
  REQUIRE(layer.crop(3));  // nothing is gone yet
  test::take(layer, 4);
  CHECK(layer.crop(8).error() == "7 tokens are kept, 8 can't be");
  CHECK(layer.crop(6).error() == "the tokens from 2 to 4 are gone: no window of 3 can end at 6");
  CHECK(layer.length() == 7);
  REQUIRE(layer.crop(7));
  REQUIRE(layer.crop(2));  // the first tokens are always there
  CHECK(layer.current().keys.positions() == Positions{0, 1});
  CHECK(test::are_tokens(test::take(layer, 2)));
  layer.pick(Positions{0, 0});
  CHECK(layer.current().keys.batch() == 2);
  layer.reset();
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.length() == 0);
}

}  // namespace kvtally::reference::sink_window_test
