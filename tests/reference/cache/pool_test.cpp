#include "reference/cache/pool.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::pool_test {

namespace {

using test::Positions;

constexpr std::int64_t kReal = sizeof(Real);

// Tokens from `first` on whose raw rows have one number, t + 1, or two, [t + 1 | t + 11]; gates are 10 times that.
struct Raw {
  Tensor rows;
  Tensor gates;
};

Raw raw(std::int64_t first, std::int64_t count, std::int64_t width) {
  Raw out{Tensor({1, 1, count, width}), Tensor({1, 1, count, width})};
  for (std::int64_t t = 0; t < count; ++t) {
    for (std::int64_t i = 0; i < width; ++i) {
      out.rows(0, 0, t, i) = static_cast<Real>(first + t + 1 + 10 * i);
      out.gates(0, 0, t, i) = 10 * out.rows(0, 0, t, i);
    }
  }
  return out;
}

void take(Pool& pool, std::int64_t first, std::int64_t count) {
  const Raw tokens = raw(first, count, pool.overlapping() ? 2 : 1);
  pool.take(tokens.rows, tokens.gates);
}

std::vector<Real> numbers(const Rows& rows) {
  return {rows.numbers().values().begin(), rows.numbers().values().end()};
}

Pool pool_of(std::int64_t rate, bool overlapping, Counter& counter) {
  return {rate, overlapping, {test::real(), test::real(), test::real()}, counter, Kept::entries};
}

}  // namespace

TEST_CASE("a pool keeps what has no entry yet, and the entries") {
  Counter counter;
  Pool pool = pool_of(2, false, counter);
  take(pool, 0, 1);
  CHECK(pool.complete() == 0);
  CHECK(pool.pooled().slots() == 0);
  pool.close(Tensor({1, 1, 0, 1}));
  take(pool, 1, 4);
  CHECK(pool.complete() == 2);
  CHECK(numbers(pool.waiting().own.keys) == std::vector<Real>{1, 2, 3, 4, 5});
  CHECK(numbers(pool.waiting().own.values) == std::vector<Real>{10, 20, 30, 40, 50});
  CHECK_FALSE(pool.waiting().earlier.has_value());
  pool.close(Tensor({1, 1, 2, 1}, {Real(7), Real(8)}));
  CHECK(pool.complete() == 0);
  CHECK(pool.entries() == 2);
  CHECK(numbers(pool.pooled()) == std::vector<Real>{7, 8});
  CHECK(pool.pooled().positions() == Positions{kFirstEntry, kFirstEntry + 1});
  CHECK(numbers(pool.waiting().own.keys) == std::vector<Real>{5});
  CHECK(pool.waiting().own.keys.positions() == Positions{4});
  CHECK(pool.footprint() == Footprint{Bytes{4 * kReal}, Bytes{4 * kReal}, Bytes{2 * kReal}});
  CHECK(counter.counts().written_of(Kept::open) == Bytes{5 * 2 * kReal});
  CHECK(counter.counts().written_of(Kept::entries) == Bytes{2 * kReal});
}

TEST_CASE("where stretches overlap, Ca halves of the last one stay and are not written anew") {
  Counter counter;
  Pool pool = pool_of(2, true, counter);
  take(pool, 0, 3);
  CHECK(numbers(pool.waiting().own.keys) == std::vector<Real>{11, 12, 13});
  CHECK(numbers(pool.waiting().earlier->keys) == std::vector<Real>{1, 2, 3});  // nothing before the first
  pool.close(Tensor({1, 1, 1, 1}, {Real(7)}));
  CHECK(numbers(pool.waiting().own.keys) == std::vector<Real>{13});
  CHECK(numbers(pool.waiting().earlier->keys) == std::vector<Real>{1, 2, 3});
  take(pool, 3, 2);
  CHECK(pool.complete() == 1);
  CHECK(pool.waiting().earlier->keys.positions() == Positions{0, 1, 2, 3, 4});
  pool.close(Tensor({1, 1, 1, 1}, {Real(8)}));
  CHECK(numbers(pool.waiting().own.values) == std::vector<Real>{150});
  CHECK(numbers(pool.waiting().earlier->values) == std::vector<Real>{30, 40, 50});
  CHECK(pool.waiting().earlier->values.positions() == Positions{2, 3, 4});
  // one Cb and three Ca, rows and gates; two entries
  CHECK(pool.footprint() == Footprint{Bytes{10 * kReal}, Bytes{10 * kReal}, Bytes{8 * kReal}});
  CHECK(counter.counts().written_of(Kept::open) == Bytes{5 * 4 * kReal});
}

TEST_CASE("what waits is read as open, entries as what the pool was made for") {
  Counter counter;
  Pool pool(2, true, {test::real(), test::real(), test::real()}, counter, Kept::indexer);
  take(pool, 0, 2);
  pool.close(Tensor({1, 1, 1, 1}, {Real(7)}));
  counter.take();
  const PoolRows there = pool.waiting();
  there.earlier->keys.need(0, 0, 0);
  there.earlier->values.need(0, 0, 0);
  pool.pooled().need(0, 0, 0);
  CHECK(counter.counts().read_of(Kept::open) == Bytes{2 * kReal});
  CHECK(counter.counts().read_of(Kept::indexer) == Bytes{kReal});
}

TEST_CASE("a pool is picked and reset whole") {
  Counter counter;
  for (const bool overlapping : {false, true}) {
    Pool pool = pool_of(2, overlapping, counter);
    pool.pick(Positions{0, 0});  // before any token
    take(pool, 0, 3);
    pool.close(Tensor({1, 1, 1, 1}, {Real(7)}));
    pool.pick(Positions{0, 0});
    CHECK(pool.pooled().batch() == 2);
    CHECK(pool.waiting().own.values.batch() == 2);
    pool.reset();
    CHECK(pool.footprint() == Footprint{});
    CHECK(pool.entries() == 0);
  }
}

}  // namespace kvtally::reference::pool_test
