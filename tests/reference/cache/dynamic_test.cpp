#include "reference/cache/dynamic.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::dynamic_test {

using test::Positions;

TEST_CASE("a dynamic container keeps everything, and each step copies what was there") {
  Counter counter;
  DynamicLayer layer(test::real(), test::real(), counter);
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.maximum() == std::nullopt);
  for (std::int64_t step = 1; step <= 10; ++step) {
    const KeyValues there = test::take(layer, 1);
    CHECK(there.keys.positions() == positions_from(0, step));
    CHECK(test::are_tokens(there));
    CHECK(layer.footprint() == test::entries(step, step));
  }
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::entries) == Bytes{10 * test::kEntry});
  CHECK(counts.copied == Bytes{45 * test::kEntry});  // 0 + 1 + … + 9
  CHECK(counts.read_of(Kept::entries) == Bytes{0});  // handing out reads nothing

  test::take(layer, 5);
  CHECK(counter.take().copied == Bytes{10 * test::kEntry});  // five tokens at once: one copy
}

TEST_CASE("cropping, resetting and picking of a dynamic container") {
  Counter counter;
  DynamicLayer layer(test::real(), test::real(), counter);
  layer.pick(Positions{0, 0});  // before the first tokens: nothing to pick from
  test::take(layer, 6);
  CHECK(layer.crop(7).error() == "6 tokens are kept, 7 can't be");
  CHECK(layer.crop(-1).error() == "6 tokens are kept, -1 can't be");
  REQUIRE(layer.crop(4));
  CHECK(layer.length() == 4);
  CHECK(test::are_tokens(layer.current()));
  CHECK(test::are_tokens(test::take(layer, 2)));
  layer.pick(Positions{0, 0, 0});
  CHECK(layer.current().keys.batch() == 3);
  CHECK(layer.footprint().stored == Bytes{3 * 6 * test::kEntry});
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.footprint() == Footprint{});
}

}  // namespace kvtally::reference::dynamic_test
