#include "reference/cache/indexed.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::indexed_test {

using test::Positions;

TEST_CASE("index keys grow beside keys and values and are counted for themselves") {
  Counter counter;
  IndexedLayer layer(test::real(), test::real(), test::real(), counter);
  const std::int64_t row = 4 * std::int64_t{sizeof(Real)};  // one head of four numbers
  const Tensor index_keys = test::random_tensor({1, 1, 5, 4}, 7);

  CHECK(layer.update_index(slice(index_keys, 2, 0, 3)).positions() == Positions{0, 1, 2});
  CHECK(layer.length() == 0);  // the keys and values come on their own
  test::take(layer, 3);
  const Rows there = layer.update_index(slice(index_keys, 2, 3, 5));
  test::take(layer, 2);
  CHECK(there.numbers() == index_keys);
  CHECK(layer.current_index().numbers() == index_keys);
  CHECK(layer.index_bytes() == Bytes{5 * row});
  CHECK(layer.footprint() == Footprint{Bytes{5 * (test::kEntry + row)}, Bytes{5 * (test::kEntry + row)}});

  there.load(0, 0, 2);
  there.need(0, 0, 2);
  there.need(0, 0, 2);
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::indexer) == Bytes{5 * row});
  CHECK(counts.written_of(Kept::entries) == Bytes{5 * test::kEntry});
  CHECK(counts.read_of(Kept::indexer) == Bytes{row});
  CHECK(counts.copied == Bytes{3 * (test::kEntry + row)});
}

TEST_CASE("index keys are cropped, picked and reset with the others") {
  Counter counter;
  IndexedLayer layer(test::real(), test::real(), test::real(), counter);
  layer.pick(Positions{0});
  test::take(layer, 4);
  CHECK(layer.crop(2));  // before any index keys
  test::take(layer, 2);
  const Tensor index_keys = test::random_tensor({1, 1, 4, 4}, 7);
  layer.update_index(index_keys);
  CHECK(layer.crop(5).error() == "4 tokens are kept, 5 can't be");
  CHECK(layer.current_index().slots() == 4);
  REQUIRE(layer.crop(3));
  CHECK(layer.current_index().numbers() == slice(index_keys, 2, 0, 3));
  layer.pick(Positions{0, 0});
  CHECK(layer.current_index().batch() == 2);
  layer.reset();
  CHECK(layer.footprint() == Footprint{});
}

}  // namespace kvtally::reference::indexed_test
