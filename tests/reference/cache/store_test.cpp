#include "reference/cache/store.hpp"

#include <array>
#include <doctest/doctest.h>

#include "reference/random.hpp"

namespace kvtally::reference::store_test {

namespace {

TEST_CASE("rows take the bytes of their codec, growth copies what was there") {
  Counter counter;
  RowStore store(codec("bf16"), counter);
  CHECK(store.bytes() == 0);
  store.append(test::random_tensor({2, 3, 4, 8}, 1));
  // 2 requests × 3 heads × 4 slots × 8 numbers × 2 bytes
  CHECK(store.bytes() == 384);
  CHECK(store.row_bytes() == 16);
  CHECK(counter.take().written_of(Kept::entries) == Bytes{384});
  store.append(test::random_tensor({2, 3, 1, 8}, 2));
  CHECK(store.bytes() == 480);
  const Counts counts = counter.take();
  CHECK(counts.copied == Bytes{384});
  CHECK(counts.written_of(Kept::entries) == Bytes{96});
}

TEST_CASE("slots that are kept, picked, copied and cleared") {
  Counter counter;
  RowStore store(codec("real"), counter);
  const Tensor rows = test::random_tensor({2, 1, 4, 3}, 3);
  store.append(rows);
  CHECK(store.unpacked() == rows);
  store.keep(1, 3);
  CHECK(store.unpacked() == slice(rows, 2, 1, 3));
  const std::array<std::int64_t, 3> requests{1, 0, 1};
  store.pick(requests);
  CHECK(store.unpacked() == picked(slice(rows, 2, 1, 3), 0, requests));
  store.copy_slot(1, 0, 1);
  CHECK(store.unpacked()(1, 0, 1, 2) == rows(0, 0, 1, 2));
  const std::int64_t bytes = store.bytes();
  store.clear();
  CHECK(store.bytes() == bytes);
  CHECK(store.unpacked() == Tensor({3, 1, 2, 3}));
}

TEST_CASE("slots that were allocated are written in place") {
  Counter counter;
  RowStore store(codec("real"), counter, Kept::indexer);
  const Tensor rows = test::random_tensor({1, 2, 2, 3}, 4);
  store.allocate_like(rows, 5);
  CHECK(store.slots() == 5);
  store.write(rows, 3);
  CHECK(slice(store.unpacked(), 2, 3, 5) == rows);
  CHECK(slice(store.unpacked(), 2, 0, 3) == Tensor({1, 2, 3, 3}));
  CHECK(counter.counts().copied == Bytes{0});
  CHECK(counter.counts().written_of(Kept::indexer) == Bytes{12 * std::int64_t{sizeof(Real)}});
}

TEST_CASE("rows of no width take no bytes") {
  Counter counter;
  RowStore store(codec("bf16"), counter);
  store.append(Tensor({1, 1, 3, 0}));
  CHECK(store.bytes() == 0);
  CHECK(store.slots() == 3);
  store.append(Tensor({1, 1, 1, 0}));
  CHECK(store.slots() == 4);
  CHECK(store.rows({0, 1, 2, 3}).dim() == 0);
}

}  // namespace

}  // namespace kvtally::reference::store_test
