#include "reference/cache/row_pair.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::row_pair_test {

using test::Positions;

namespace {

struct Filled {
  Counter counter;
  RowPair rows{test::real(), test::real(), counter};
  explicit Filled(std::int64_t tokens) {
    const test::Fresh there = test::tokens_at(0, tokens);
    rows.append(there.keys, there.values);
  }
};

}  // namespace

TEST_CASE("bytes are those of both buffers") {
  Filled filled(4);
  CHECK(filled.rows.bytes() == Bytes{4 * test::kEntry});
  CHECK(filled.rows.bytes_of(3) == Bytes{3 * test::kEntry});
  CHECK(filled.rows.keys().bytes() == 4 * 2 * 3 * std::int64_t{sizeof(Real)});
  CHECK(filled.rows.values().bytes() == 4 * 2 * 2 * std::int64_t{sizeof(Real)});
  Counter counter;
  const RowPair empty(test::real(), test::real(), counter);
  CHECK(empty.bytes() == Bytes{0});
  CHECK(empty.bytes_of(3) == Bytes{0});
}

TEST_CASE("any slots are kept, in any order") {
  Filled filled(5);
  filled.rows.keep_slots(Positions{4, 0, 2});
  CHECK(test::are_tokens(filled.rows.rows({4, 0, 2})));
  filled.rows.keep(1, 3);
  CHECK(test::are_tokens(filled.rows.rows({0, 2})));
  filled.rows.keep_slots(Positions{});
  CHECK(filled.rows.bytes() == Bytes{0});
}

TEST_CASE("rolling moves every slot down by one, counted") {
  Filled filled(4);
  filled.counter.take();
  filled.rows.roll();
  CHECK(filled.counter.take().copied == Bytes{3 * test::kEntry});
  CHECK(test::are_tokens(filled.rows.rows({1, 2, 3, 3})));
  const test::Fresh next = test::tokens_at(4, 1);
  filled.rows.write(next.keys, next.values, 3);
  CHECK(test::are_tokens(filled.rows.rows({1, 2, 3, 4})));
  filled.rows.clear();
  CHECK(filled.rows.rows({0, 1, 2, 3}).keys.numbers() == Tensor({1, 2, 4, 3}));
}

TEST_CASE("requests are picked once there are some") {
  Counter counter;
  RowPair rows(test::real(), test::real(), counter);
  rows.pick(Positions{0, 1});
  const test::Fresh two = test::tokens_at(0, 3, 2);
  rows.append(two.keys, two.values);
  rows.pick(Positions{1, 1, 0});
  const KeyValues there = rows.rows({0, 1, 2});
  CHECK(slice(there.keys.numbers(), 0, 0, 1) == slice(two.keys, 0, 1, 2));
  CHECK(slice(there.values.numbers(), 0, 2, 3) == slice(two.values, 0, 0, 1));
}

}  // namespace kvtally::reference::row_pair_test
