#include "reference/cache/cross.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::cross_test {

using test::Positions;

TEST_CASE("a cross container is filled once") {
  Counter counter;
  CrossLayer layer(test::real(), test::real(), counter);
  CHECK(layer.mask_sizes(4) == MaskSizes{4, 0});
  const KeyValues filled = test::take(layer, 4);
  const test::Fresh none = test::tokens_at(0, 0);
  CHECK(test::same(layer.update(none.keys, none.values), filled));
  CHECK(test::are_tokens(filled));
  CHECK(layer.mask_sizes(0) == MaskSizes{4, 0});
  CHECK(layer.maximum() == std::nullopt);
  CHECK(layer.footprint() == test::entries(4, 4));
  CHECK(counter.take().written_of(Kept::entries) == Bytes{4 * test::kEntry});
}

TEST_CASE("the text's length is nothing to a cross container") {
  Counter counter;
  CrossLayer layer(test::real(), test::real(), counter);
  test::take(layer, 4);
  CHECK(layer.can_crop(100));
  REQUIRE(layer.crop(1));
  CHECK(layer.length() == 4);
  layer.pick(Positions{0, 0});
  CHECK(layer.current().keys.batch() == 2);
  layer.reset();
  CHECK(layer.length() == 0);
}

}  // namespace kvtally::reference::cross_test
