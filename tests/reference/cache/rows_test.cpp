#include "reference/cache/rows.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"

namespace kvtally::reference::rows_test {

namespace {

// 1 request, 2 heads, 3 slots; a row of the last slot has more bytes (it is not yet quantised, say)
Rows stored(Counter& counter, std::int64_t dim, std::uint64_t seed) {
  return {test::random_tensor({1, 2, 3, dim}, seed),
          {4, 5, 6},
          std::make_shared<Ledger>(counter, Kept::entries, 1, 2, std::vector<std::int64_t>{10, 10, 100})};
}

TEST_CASE("a row is needed once and loaded as often as it is") {
  Counter counter;
  const Rows rows = stored(counter, 4, 1);
  CHECK(rows.position(1) == 5);
  CHECK(rows.load(0, 1, 2).size() == 4);
  rows.load(0, 1, 2);
  rows.need(0, 1, 2);
  rows.need(0, 1, 2);
  rows.need(0, 0, 0);
  CHECK(counter.counts().loaded == Bytes{200});
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{110});
}

TEST_CASE("copies share the count, what no store holds counts nothing") {
  Counter counter;
  const Rows rows = stored(counter, 4, 1);
  const Rows copy = rows;
  rows.need(0, 0, 0);
  copy.need(0, 0, 0);
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{10});
  const Rows made(test::random_tensor({1, 1, 2, 3}, 2), {0, 1});
  made.load(0, 0, 1);
  made.need(0, 0, 1);
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{10});
}

TEST_CASE("a latent beside its rotary row is both stores' bytes, its leading columns are the latent's") {
  Counter counter;
  const Rows latent = stored(counter, 4, 1);
  const Rows rope = stored(counter, 2, 2);
  const Rows key = latent.beside(rope);
  const Rows value = key.leading(4);
  CHECK(key.dim() == 6);
  CHECK(value.numbers() == latent.numbers());
  key.need(0, 1, 0);
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{20});
  value.need(0, 1, 0);  // the same bytes
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{20});
  CHECK(value.part_of(key));
  CHECK_FALSE(key.part_of(value));
}

TEST_CASE("rows one behind the other are each read from their own store") {
  Counter counter;
  const Rows window = stored(counter, 4, 1);  // slots of 10, 10 and 100 bytes
  const Rows entries{test::random_tensor({1, 2, 2, 4}, 2),
                     {1000, 1001},
                     std::make_shared<Ledger>(counter, Kept::indexer, 1, 2, std::vector<std::int64_t>{7, 8})};
  const Rows made(test::random_tensor({1, 2, 1, 4}, 3), {2000});
  const Rows both = window.followed_by(entries).followed_by(made);
  CHECK(both.positions() == std::vector<std::int64_t>{4, 5, 6, 1000, 1001, 2000});
  CHECK(slice(both.numbers(), 2, 0, 3) == window.numbers());
  CHECK(slice(both.numbers(), 2, 3, 5) == entries.numbers());
  both.need(0, 1, 2);
  both.need(0, 1, 4);
  both.load(0, 0, 3);
  both.need(0, 0, 5);  // no store's
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{100});
  CHECK(counter.counts().read_of(Kept::indexer) == Bytes{8});
  CHECK(counter.counts().loaded == Bytes{7});
  entries.need(0, 1, 1);  // the same row
  CHECK(counter.counts().read_of(Kept::indexer) == Bytes{8});
  // a pile behind another: the second pile's slots move
  const Rows twice = window.followed_by(window.followed_by(entries));
  twice.need(0, 0, 6);
  CHECK(counter.counts().read_of(Kept::indexer) == Bytes{8 + 7});
  CHECK(both.part_of(both));
  CHECK_FALSE(both.part_of(window));
}

TEST_CASE("heads under other numbers, and pages") {
  Counter counter;
  const Rows rows = stored(counter, 4, 1);
  const Rows repeated = rows.heads_as({1, 1, 0});
  CHECK(repeated.heads() == 3);
  repeated.need(0, 0, 0);
  repeated.need(0, 1, 0);  // head 1 again
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{10});
  CHECK(repeated.load(0, 2, 0)[0] == rows.numbers()(0, 0, 0, 0));
  CHECK(rows.pages().empty());
  CHECK(rows.in_pages({7, 7, 3}).page(0, 2) == 3);
}

}  // namespace

}  // namespace kvtally::reference::rows_test
