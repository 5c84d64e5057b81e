#include "reference/kind/pooled_sparse.hpp"

#include <doctest/doctest.h>

#include "reference/storage/codec.hpp"

namespace kvtally::reference::pooled_sparse_test {

namespace {

using List = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("pools are chosen whole once they are complete, and the incomplete newest beside them") {
  Counter counter;
  const auto real = codec("real");
  IndexedPoolLayer memory(real, real, 2, {real, real}, real, counter);
  // Keys of one number, gates of zeros: a pool's key is its mean. Tokens 0 to 6: means 2, 5, 3.
  const Tensor keys({1, 1, 7, 1}, {1, 3, 5, 5, 2, 4, 9});
  const std::vector<Real> ones(7, 1);
  const IndexTokens tokens{Tensor({1, 1, 7, 1}, ones), Tensor({1, 7, 1}, ones), keys};
  const Chosen chosen = pooled_choice(memory, tokens, Tensor({1, 1, 7, 1}), Tensor({2, 1}), {2, 1}, counter);
  CHECK(chosen.blocks.size == 2);
  const auto read = [&](std::int64_t t) { return chosen.blocks.of(0, 0, t); };
  CHECK(read(0) == List{0});     // nothing complete: its own pool
  CHECK(read(1) == List{0});     // pool 0 is complete
  CHECK(read(2) == List{0, 1});  // and pool 1 is begun
  CHECK(read(3) == List{1});     // 5 is better than 2
  CHECK(read(5) == List{1});
  CHECK(read(6) == List{1, 3});
  CHECK(memory.index().rows(0).numbers() == Tensor({1, 1, 3, 1}, {2, 5, 3}));
  CHECK(memory.index().waiting(0) == Tensor({1, 1, 1, 1}, {9}));
  // Query t sees ⌊(t + 1) ÷ 2⌋ pools: 0 + 1 + 1 + 2 + 2 + 3 + 3.
  CHECK(counter.take().useful_of(Work::indexer) == MultiplyAdds{12});
}

}  // namespace kvtally::reference::pooled_sparse_test
