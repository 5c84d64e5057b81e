#include "reference/kind/pooled_choice.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "reference/cache/pool.hpp"
#include "reference/cache/store.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::pooled_choice_test {

namespace {

using Entries = std::vector<std::int64_t>;

Entries chosen(std::vector<Real> scores, std::int64_t query, std::int64_t rate, std::int64_t count) {
  const auto entries = static_cast<std::int64_t>(scores.size());
  return PooledChoice(Tensor({1, 1, entries}, std::move(scores)), query, rate, count).of(0, 0);
}

}  // namespace

TEST_CASE("an entry is eligible once its stretch is complete") {
  CHECK(eligible_entries(0, 3, 9) == 0);
  CHECK(eligible_entries(1, 3, 9) == 0);
  CHECK(eligible_entries(2, 3, 9) == 1);
  CHECK(eligible_entries(5, 3, 9) == 2);
  CHECK(eligible_entries(100, 3, 9) == 9);
}

// Two heads of one number: q = 1 and −1, w = 2 and 3. Key 4: 2·4 + 3·0 = 8. Key −5: 2·0 + 3·5 = 15. Key 1: 2.
TEST_CASE("scores are weighted sums of what is positive, and only eligible keys count") {
  Counter counter;
  RowStore store(codec("real"), counter, Kept::indexer);
  store.append(Tensor({1, 1, 3, 1}, {4, -5, 1}));
  const IndexQueries index{Tensor({1, 2, 1, 1}, {1, -1}), Tensor({1, 1, 2}, {2, 3})};
  const Tensor scores = pooled_scores(index, store.rows({0, 1, 2}), 5, 3, counter);  // 6 tokens: two entries
  CHECK(scores == Tensor({1, 1, 3}, {8, 15, 2}));
  CHECK(counter.counts().useful_of(Work::indexer) == MultiplyAdds{2 * 1 * 2});
  CHECK(counter.counts().performed_of(Work::indexer) == MultiplyAdds{2 * 1 * 3});
  CHECK(counter.counts().read_of(Kept::indexer) == Bytes{2 * std::int64_t{sizeof(Real)}});
}

TEST_CASE("scores are divided by the root of the width") {
  Counter counter;
  const IndexQueries index{Tensor({1, 1, 1, 4}, {1, 1, 1, 1}), Tensor({1, 1, 1}, {3})};
  const Rows keys(Tensor({1, 1, 1, 4}, {1, 2, 3, 4}), {0});
  CHECK(pooled_scores(index, keys, 0, 1, counter) == Tensor({1, 1, 1}, {15}));  // 3 · 10 ÷ √4
}

TEST_CASE("the best are chosen, of equal ones the first, in ascending order") {
  CHECK(chosen({1, 3, 3, 3}, 7, 2, 2) == Entries{1, 2});
  CHECK(chosen({5, 1, 4, 3}, 7, 2, 3) == Entries{0, 2, 3});
  CHECK(chosen({5, 1, 4, 3}, 7, 2, 9) == Entries{0, 1, 2, 3});
  CHECK(chosen({5, 1, 4, 3}, 4, 2, 1) == Entries{0});     // two are eligible
  CHECK(chosen({1, 2, 9, 9}, 4, 2, 2) == Entries{0, 1});  // the better ones are not
  CHECK(chosen({1, 2}, 0, 2, 2).empty());
  CHECK(chosen({std::numeric_limits<Real>::quiet_NaN(), -1, 0}, 2, 1, 2) == Entries{1, 2});
}

TEST_CASE("the mask shows each query its entries, and no token") {
  const Real low = -1;
  // two requests of two tokens, the second and the third of their text, entries of one token
  const PooledChoice choice(Tensor({2, 2, 3}, {1, 0, 0, 1, 0, 2, 0, 1, 0, low, 1, 0}), 1, 1, 1);
  const Mask mask = choice.mask();
  const auto sees = [&](std::int64_t batch, std::int64_t query, std::int64_t entry) {
    return mask({.batch = batch, .head = 3, .query = query, .key = kFirstEntry + entry});
  };
  CHECK(sees(0, 1, 0));
  CHECK_FALSE(sees(0, 1, 1));
  CHECK(sees(0, 2, 2));
  CHECK(sees(1, 1, 1));
  CHECK(sees(1, 2, 1));
  CHECK_FALSE(sees(1, 2, 0));
  CHECK_FALSE(mask({.batch = 0, .head = 0, .query = 1, .key = 0}));
}

}  // namespace kvtally::reference::pooled_choice_test
