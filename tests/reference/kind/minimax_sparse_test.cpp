#include "reference/kind/minimax_sparse.hpp"

#include <doctest/doctest.h>
#include <limits>

#include "reference/storage/codec.hpp"

namespace kvtally::reference::minimax_sparse_test {

namespace {

using List = std::vector<std::int64_t>;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

}  // namespace

TEST_CASE("a block is as good as its best token, and the newest are always chosen") {
  const Tensor scores({1, 1, 2, 5}, {4, 1, 2, -kInfinity, -kInfinity, 1, 3, 0, 5, -kInfinity});
  // Queries at positions 2 and 3, blocks of 2.
  CHECK(block_maxima(scores, 2, {2, 2, 1}) ==
        Tensor({1, 1, 2, 3}, {4, kInfinity, -kInfinity, 3, kInfinity, -kInfinity}));
  CHECK(block_maxima(scores, 2, {2, 2, 9}) ==
        Tensor({1, 1, 2, 3}, {kInfinity, kInfinity, -kInfinity, kInfinity, kInfinity, -kInfinity}));
}

TEST_CASE("each index head chooses for its key head, one key a token for all") {
  Counter counter;
  IndexedLayer memory(codec("real"), codec("real"), codec("real"), counter);
  // Two heads that like opposite keys; the last query is in block 3.
  const Tensor query({1, 2, 7, 1}, {1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1});
  const Tensor key({1, 1, 7, 1}, {0, 1, 5, -4, 2, 3, 0});
  const Chosen chosen = minimax_choice(memory, query, key, {2, 2, 1}, counter);
  CHECK(chosen.blocks.of(0, 0, 6) == List{1, 3});  // block 1 has the 5
  CHECK(chosen.blocks.of(0, 1, 6) == List{1, 3});  // and the −4
  CHECK(chosen.blocks.of(0, 0, 5) == List{1, 2});
  CHECK(chosen.blocks.of(0, 1, 2) == List{0, 1});
  CHECK(chosen.blocks.of(0, 0, 0) == List{0});
  CHECK(chosen.scores(0, 1, 6, 2) == -2);  // of −2 and −3 the larger
  CHECK(counter.take().useful_of(Work::indexer) == MultiplyAdds{2 * (1 + 2 + 3 + 4 + 5 + 6 + 7)});
}

}  // namespace kvtally::reference::minimax_sparse_test
