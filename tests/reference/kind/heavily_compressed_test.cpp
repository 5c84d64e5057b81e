#include "reference/kind/heavily_compressed.hpp"

#include <doctest/doctest.h>

#include "reference/kind/compressed_fixture.hpp"

namespace kvtally::reference::heavily_compressed_test {

using test::kDim;
using test::kHeads;

// W = 3 and stretches of 2 tokens.
TEST_CASE("what a heavily compressed step reads, writes and multiplies") {
  Counter counter;
  Cache cache = test::compressed_memory(3, 2, false, counter);
  const Pooling pooling = test::random_pooling(2, kDim, false);
  const std::int64_t row = kDim * test::kNumber;
  // S:                                1  2  3  4  5  6  7
  const std::vector<std::int64_t> seen{1, 3, 4, 5, 5, 6, 6};     // min(S, 3) + floor(S / 2)
  const std::vector<std::int64_t> written{1, 2, 1, 2, 1, 2, 1};  // the row, and the entry that it completes
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Attended out = heavily_compressed({cache, 0, kernel("streaming"), counter}, test::shared_token(i),
                                            {test::pool_token(kDim, i), pooling}, 3, {});
    const Counts counts = counter.take();
    CAPTURE(i);
    CHECK(out.output.shape() == Shape{1, kHeads, 1, kDim});
    CHECK(counts.read_of(Kept::entries) == Bytes{seen[i] * row});
    CHECK(counts.written_of(Kept::entries) == Bytes{written[i] * row});
    CHECK(counts.read_of(Kept::open) == Bytes{i % 2 == 1 ? 2 * 2 * row : 0});
    CHECK(counts.written_of(Kept::open) == Bytes{2 * row});
    CHECK(counts.useful_of(Work::scores) + counts.useful_of(Work::values) ==
          MultiplyAdds{kHeads * 2 * kDim * seen[i]});
  }
}

// Rows of zeros, an entry of ones: a query's output is the entry's share. Scores are zeros too.
TEST_CASE("tokens and entries share one softmax") {
  Counter counter;
  Cache cache = test::compressed_memory(2, 2, false, counter);
  const Pooling pooling{.bias = Tensor({2, 2}), .norm = Tensor({2}, {1, 1}), .eps = 0, .rotary = {}};
  const SharedRowTokens tokens{Tensor({1, 1, 3, 2}), Tensor({1, 1, 3, 2})};
  const PoolTokens ones{Tensor({1, 1, 3, 2}, {1, 1, 1, 1, 1, 1}), Tensor({1, 1, 3, 2})};
  const Attended out = heavily_compressed({cache, 0, kernel("eager"), counter}, tokens, {ones, pooling}, 2, {});
  const Real third = Real(1) / 3;
  CHECK(largest_difference(out.output, Tensor({1, 1, 3, 2}, {0, 0, third, third, third, third})) < 1e-5);
}

}  // namespace kvtally::reference::heavily_compressed_test
