#include "reference/kind/compressed_sparse.hpp"

#include <doctest/doctest.h>

#include "reference/cache/compressed.hpp"
#include "reference/kind/compressed_fixture.hpp"

namespace kvtally::reference::compressed_sparse_test {

using test::kDim;
using test::kHeads;
using test::kIndexDim;
using test::kIndexHeads;

// W = 3, stretches of 2 tokens, two entries are chosen.
TEST_CASE("what a compressed sparse step reads, writes and multiplies") {
  Counter counter;
  Cache cache = test::compressed_memory(3, 2, true, counter);
  const Pooling pooling = test::random_pooling(2, kDim, true);
  const Pooling index_pooling = test::random_pooling(2, kIndexDim, true);
  const std::int64_t row = kDim * test::kNumber;
  const std::int64_t key = kIndexDim * test::kNumber;
  // S:                                1  2  3  4  5  6  7  8
  const std::vector<std::int64_t> seen{1, 3, 4, 5, 5, 5, 5, 5};  // min(S, 3) + min(2, floor(S / 2))
  for (std::int64_t i = 0; i < 8; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const PooledIndex index{
        {test::random_tensor({1, kIndexHeads, 1, kIndexDim}, seed), test::random_tensor({1, 1, 2}, seed)},
        {test::pool_token(2 * kIndexDim, seed), index_pooling},
        2};
    compressed_sparse({cache, 0, kernel("streaming"), counter}, test::shared_token(seed),
                      {test::pool_token(2 * kDim, seed), pooling}, index, 3, {});
    const Counts counts = counter.take();
    const std::int64_t entries = (i + 1) / 2;
    const bool completes = i % 2 == 1;
    // two whole rows and gates, and the Ca halves of the two before, which the first entry has not
    const std::int64_t halves = completes ? 2 * 2 * 2 + (i > 1 ? 2 * 2 : 0) : 0;
    CAPTURE(i);
    CHECK(counts.read_of(Kept::entries) == Bytes{seen[seed] * row});
    CHECK(counts.read_of(Kept::indexer) == Bytes{entries * key});
    CHECK(counts.read_of(Kept::open) == Bytes{halves * (row + key)});
    CHECK(counts.written_of(Kept::entries) == Bytes{(completes ? 2 : 1) * row});
    CHECK(counts.written_of(Kept::indexer) == Bytes{completes ? key : 0});
    CHECK(counts.written_of(Kept::open) == Bytes{2 * 2 * (row + key)});
    CHECK(counts.useful_of(Work::indexer) == MultiplyAdds{kIndexHeads * kIndexDim * entries});
    CHECK(counts.useful_of(Work::scores) + counts.useful_of(Work::values) ==
          MultiplyAdds{kHeads * 2 * kDim * seen[seed]});
  }
}

// Stretches of one token. Index keys (x, 1) are ±, so that the query (1, 0) finds token 0 and the query (−1, 0)
// token 1; rows are zeros, and entry n is (1, 1) or (1, −1): the output is the chosen entry's half.
TEST_CASE("the entry is read that the indexer chose") {
  Counter counter;
  const Tensor norm({2}, {1, 1});
  const Pooling pooling{.bias = Tensor({1, 4}), .norm = norm, .eps = 0, .rotary = {}};
  constexpr Real kFar = 1000;  // a gate against which the other stretch has no weight
  for (const Real sign : {Real(1), Real(-1)}) {
    Cache cache = test::compressed_memory(1, 1, true, counter);
    const PoolTokens keys{Tensor({1, 1, 2, 4}, {0, 0, 1, 1, 0, 0, -1, 1}),
                          Tensor({1, 1, 2, 4}, {0, 0, kFar, kFar, 0, 0, kFar, kFar})};
    const PoolTokens rows{Tensor({1, 1, 2, 4}, {0, 0, 1, 1, 0, 0, 1, -1}), keys.gates};
    const PooledIndex index{
        {Tensor({1, 1, 2, 2}, {sign, 0, sign, 0}), Tensor({1, 2, 1}, {1, 1})}, {keys, pooling}, 1};
    const SharedRowTokens tokens{Tensor({1, 1, 2, 2}), Tensor({1, 1, 2, 2})};
    const Attended out =
        compressed_sparse({cache, 0, kernel("eager"), counter}, tokens, {rows, pooling}, index, 1, {});
    CHECK(slice(out.output, 2, 1, 2) == Tensor({1, 1, 1, 2}, {Real(0.5), sign / 2}));
  }
}

}  // namespace kvtally::reference::compressed_sparse_test
