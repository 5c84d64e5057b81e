#include "reference/cache/static.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::static_test {

using test::Positions;

TEST_CASE("all slots are there from the first token on, and nothing is ever copied") {
  Counter counter;
  StaticLayer layer(5, test::real(), test::real(), counter);
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.maximum() == 5);
  CHECK(layer.mask_sizes(1) == MaskSizes{5, 0});

  CHECK(test::take(layer, 2).keys.positions() == Positions{0, 1, -1, -1, -1});
  CHECK(layer.footprint() == test::entries(5, 5));
  CHECK(layer.length() == 2);
  const KeyValues full = test::take(layer, 3);
  CHECK(full.keys.positions() == Positions{0, 1, 2, 3, 4});
  CHECK(test::are_tokens(full));
  CHECK(layer.footprint() == test::entries(5, 5));
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::entries) == Bytes{5 * test::kEntry});
  CHECK(counts.copied == Bytes{0});
}

TEST_CASE("an empty slot is zero, and reset makes all slots so") {
  Counter counter;
  StaticLayer layer(3, test::real(), test::real(), counter);
  const KeyValues one = test::take(layer, 1);
  CHECK(slice(one.keys.numbers(), 2, 1, 3) == Tensor({1, 2, 2, 3}));
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.footprint() == test::entries(3, 3));  // the storage stays
  CHECK(layer.current().keys.numbers() == Tensor({1, 2, 3, 3}));
  CHECK(layer.current().keys.positions() == Positions{-1, -1, -1});
  CHECK(test::are_tokens(test::take(layer, 3)));
}

TEST_CASE("cropped slots are empty and written over") {
  Counter counter;
  StaticLayer layer(4, test::real(), test::real(), counter);
  test::take(layer, 4);
  CHECK(layer.crop(5).error() == "4 tokens are kept, 5 can't be");
  REQUIRE(layer.crop(2));
  CHECK(layer.current().keys.positions() == Positions{0, 1, -1, -1});
  const KeyValues there = test::take(layer, 1);
  CHECK(there.keys.positions() == Positions{0, 1, 2, -1});
  CHECK(test::are_tokens(there));
  layer.pick(Positions{0, 0});
  CHECK(layer.current().values.batch() == 2);
}

}  // namespace kvtally::reference::static_test
