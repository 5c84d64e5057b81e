#include "reference/kind/qwen_sparse.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::qwen_sparse_test {

TEST_CASE("raw keys that are kept, and keys that are pooled, choose alike and cost otherwise") {
  constexpr std::int64_t kTokens = 11;
  constexpr std::int64_t kDim = 4;
  constexpr std::int64_t kRow = kDim * std::int64_t{sizeof(Real)};
  const BlockKey how{test::random_tensor({kDim}, 1), Real(1e-6),
                     Rotary{.pairing = Pairing::half, .frequencies = {{1, Real(0.1)}, 1}, .trailing = false}};
  const Tensor query = test::random_tensor({1, 3, kTokens, kDim}, 2);
  const Tensor raw = test::random_tensor({1, 1, kTokens, kDim}, 3);
  const auto real = codec("real");
  Counter counter;
  IndexedLayer all(real, real, real, counter);
  IndexedPoolLayer pooled(real, real, 3, {real}, real, counter);
  const Tensor none({1, 1, 1, 1});
  for (std::int64_t t = 0; t < kTokens; ++t) {
    const Tensor q = slice(query, 2, t, t + 1);
    const Tensor k = slice(raw, 2, t, t + 1);
    counter.take();
    const Chosen by_raw = qwen_choice(all, q, k, how, {2, 3}, counter);
    const Counts of_raw = counter.take();
    const Chosen by_pool = qwen_choice(pooled, q, k, how, {2, 3}, counter);
    const Counts of_pool = counter.take();
    all.update(none, none);
    pooled.update(none, none);
    CHECK(by_raw.scores == by_pool.scores);
    CHECK(by_raw.blocks.blocks == by_pool.blocks.blocks);
    const std::int64_t seen = t + 1;
    CHECK(by_raw.scores.size(3) == seen / 3);
    CHECK(static_cast<std::int64_t>(by_pool.blocks.of(0, 0, 0).size()) ==
          std::min<std::int64_t>(seen / 3, 2) + (seen % 3 == 0 ? 0 : 1));
    CHECK(of_raw.read_of(Kept::indexer) == Bytes{seen * kRow});
    CHECK(of_pool.read_of(Kept::indexer) == Bytes{seen / 3 * kRow});
    CHECK(of_pool.read_of(Kept::open) == Bytes{seen % 3 == 0 ? 3 * kRow : 0});
    CHECK(of_pool.useful_of(Work::indexer) == MultiplyAdds{seen / 3 * 3 * kDim});
    CHECK(of_raw.useful_of(Work::indexer) == of_pool.useful_of(Work::indexer));
  }
}

}  // namespace kvtally::reference::qwen_sparse_test
