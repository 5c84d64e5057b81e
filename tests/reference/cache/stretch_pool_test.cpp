#include "reference/cache/stretch_pool.hpp"

#include <doctest/doctest.h>

#include "reference/storage/codec.hpp"

namespace kvtally::reference::stretch_pool_test {

namespace {

constexpr std::int64_t kRow = sizeof(Real);  // one head of one number

// Tokens first, first + 1, … as rows of their own number.
Tensor numbers(std::int64_t first, std::int64_t count) {
  Tensor out({1, 1, count, 1});
  for (std::int64_t t = 0; t < count; ++t) {
    out(0, 0, t, 0) = static_cast<Real>(first + t);
  }
  return out;
}

std::vector<Tensor> mean(const std::vector<Tensor>& raw, std::int64_t first) {
  Real sum = 0;
  for (const Real number : raw[0].values()) {
    sum += number;
  }
  CHECK(raw[0](0, 0, 0, 0) == static_cast<Real>(first));
  return {Tensor({1, 1, 1, 1}, {sum / static_cast<Real>(raw[0].size(2))})};
}

std::vector<Real> values(const Tensor& tensor) { return {tensor.values().begin(), tensor.values().end()}; }

}  // namespace

TEST_CASE("entries of overlapping stretches, and the rows that wait") {
  Counter counter;
  StretchPool pool({4, 2}, {codec("real")}, {codec("real")}, Kept::entries, counter);
  const std::vector<std::int64_t> twice{0, 0};
  pool.pick(twice);  // nothing to pick yet
  // Entry n is the mean of 2n … 2n + 3: 1.5, 3.5, … Beside it wait the last 2 tokens of it and the one behind.
  pool.append({numbers(0, 3)}, mean);
  CHECK(pool.entries() == 0);
  CHECK(pool.rows(0).heads() == 1);  // rows of the right width, though there are none
  CHECK(values(pool.waiting(0)) == std::vector<Real>{0, 1, 2});
  CHECK(counter.take().read_of(Kept::open) == Bytes{0});

  pool.append({numbers(3, 1)}, mean);  // completes entry 0, out of 4 rows
  Counts counts = counter.take();
  CHECK(counts.read_of(Kept::open) == Bytes{4 * kRow});
  CHECK(counts.written_of(Kept::open) == Bytes{kRow});
  CHECK(counts.written_of(Kept::entries) == Bytes{kRow});
  CHECK(values(pool.waiting(0)) == std::vector<Real>{2, 3});

  pool.append({numbers(4, 5)}, mean);
  CHECK(values(pool.rows(0).numbers()) == std::vector<Real>{1.5, 3.5, 5.5});
  CHECK(pool.rows(0).positions() == std::vector<std::int64_t>{3, 5, 7});
  CHECK(values(pool.waiting(0)) == std::vector<Real>{6, 7, 8});
  CHECK(pool.pooled_bytes() == Bytes{3 * kRow});
  CHECK(pool.open_bytes() == Bytes{3 * kRow});
  CHECK(pool.length() == 9);

  pool.pick(twice);
  CHECK(pool.rows(0).batch() == 2);
  pool.reset();
  CHECK(pool.length() == 0);
  CHECK(pool.pooled_bytes() == Bytes{0});
  CHECK(pool.open_bytes() == Bytes{0});
}

TEST_CASE("a pool of one token is the token, and nothing waits") {
  Counter counter;
  StretchPool pool({1, 1}, {codec("real")}, {codec("real")}, Kept::indexer, counter);
  pool.append({numbers(0, 3)}, mean);
  CHECK(values(pool.rows(0).numbers()) == std::vector<Real>{0, 1, 2});
  CHECK(pool.rows(0).positions() == std::vector<std::int64_t>{0, 1, 2});
  CHECK(pool.open_bytes() == Bytes{0});
}

TEST_CASE("reading rows whole needs each once") {
  Counter counter;
  RowStore store(codec("real"), counter, Kept::indexer);
  store.append(numbers(0, 3));
  const Rows rows = store.rows({0, 1, 2});
  CHECK(read_whole(rows) == numbers(0, 3));
  read_whole(rows);
  CHECK(counter.take().read_of(Kept::indexer) == Bytes{3 * kRow});
}

}  // namespace kvtally::reference::stretch_pool_test
