#include "reference/cache/indexed_pool.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::indexed_pool_test {

TEST_CASE("pooled index keys stand beside keys and values, and what waits is open") {
  Counter counter;
  // Pools of 2 tokens; a key and a gate of 3 numbers each wait, a key is kept.
  IndexedPoolLayer layer(test::real(), test::real(), 2, {test::real(), test::real()}, test::real(), counter);
  const std::int64_t row = 3 * std::int64_t{sizeof(Real)};
  const Tensor keys = test::random_tensor({1, 1, 5, 3}, 1);
  const Tensor gates = test::random_tensor({1, 1, 5, 3}, 2);
  const auto first_key = [](const std::vector<Tensor>& raw, std::int64_t) {
    return std::vector{slice(raw[0], 2, 0, 1)};
  };
  CHECK(layer.update_index({slice(keys, 2, 0, 3), slice(gates, 2, 0, 3)}, first_key).slots() == 1);
  CHECK(layer.length() == 0);  // keys and values come on their own
  test::take(layer, 3);
  CHECK(layer.footprint() ==
        Footprint{Bytes{3 * test::kEntry + 3 * row}, Bytes{3 * test::kEntry + 3 * row}, Bytes{2 * row}});
  counter.take();
  const Rows index = layer.update_index({slice(keys, 2, 3, 4), slice(gates, 2, 3, 4)}, first_key);
  test::take(layer, 1);
  CHECK(index.numbers() == joined(slice(keys, 2, 0, 1), slice(keys, 2, 2, 3), 2));
  CHECK(index.positions() == std::vector<std::int64_t>{1, 3});
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::open) == Bytes{2 * row});
  CHECK(counts.read_of(Kept::open) == Bytes{4 * row});
  CHECK(counts.written_of(Kept::indexer) == Bytes{row});
  CHECK(layer.footprint().open == Bytes{0});

  CHECK(layer.crop(3).error() == "pooled index keys of 4 tokens can't go back to 3");
  CHECK(layer.crop(4).has_value());
  layer.pick(test::Positions{0, 0});
  CHECK(layer.index().rows(0).batch() == 2);
  layer.reset();
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.pool() == 2);
}

}  // namespace kvtally::reference::indexed_pool_test
