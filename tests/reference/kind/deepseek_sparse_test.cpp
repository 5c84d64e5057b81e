#include "reference/kind/deepseek_sparse.hpp"

#include <doctest/doctest.h>

#include "reference/kind/latent_fixture.hpp"

namespace kvtally::reference::deepseek_sparse_test {

namespace {

using List = std::vector<std::int64_t>;

std::unique_ptr<IndexedLayer> indexed(Counter& counter) {
  return std::make_unique<IndexedLayer>(codec("real"), codec("real"), codec("real"), counter);
}

}  // namespace

TEST_CASE("the lightning indexer's choice, by hand, in two passes") {
  Counter counter;
  const auto memory = indexed(counter);
  // One head of one number: score = 2 relu(3 q k).
  const auto tokens = [](std::vector<Real> query, std::vector<Real> key) {
    const auto count = static_cast<std::int64_t>(key.size());
    return IndexTokens{Tensor({1, 1, count, 1}, std::move(query)),
                       Tensor({1, count, 1}, std::vector<Real>(key.size(), 2)),
                       Tensor({1, 1, count, 1}, std::move(key))};
  };
  const Chosen first = lightning_choice(*memory, tokens({1, 1, -1}, {1, -2, 4}), {2, 3}, counter);
  CHECK(first.blocks.of(0, 0, 0) == List{0});
  CHECK(first.blocks.of(0, 0, 1) == List{0, 1});
  CHECK(first.blocks.of(0, 0, 2) == List{0, 1});  // 0, 12, 0: of the two zeros the earlier
  CHECK(first.scores(0, 0, 2, 1) == 12);
  memory->update(Tensor({1, 1, 3, 2}), Tensor({1, 1, 3, 0}));
  const Chosen next = lightning_choice(*memory, tokens({1}, {3}), {2, 3}, counter);
  CHECK(next.scores == Tensor({1, 1, 1, 4}, {6, 0, 24, 18}));
  CHECK(next.blocks.of(0, 0, 0) == List{2, 3});
}

TEST_CASE("only chosen latents are read, once for all heads") {
  constexpr std::int64_t kBytes = sizeof(Real);
  const test::LatentShape shape{.tokens = 6};
  const LatentTokens all = test::latent_tokens(shape);
  Counter counter;
  Cache cache;
  cache.add(indexed(counter));
  cache.update(slice(all.latent, 2, 0, 5), slice(all.rope, 2, 0, 5), 0);
  counter.take();
  const BlockChoice choice{1, {1, 1, 1, 3}, {1, 5, -1}};
  const Attended out = deepseek_sparse({cache, 0, kernel("block_sparse"), counter}, test::part(all, 5, 6),
                                       test::latent_weights(shape), test::plain_scoring(), choice);
  const Counts counts = counter.take();
  CHECK(out.output.shape() == Shape{1, 2, 1, 3});
  CHECK(counts.read_of(Kept::entries) == Bytes{2 * (5 + 2) * kBytes});
  CHECK(counts.read_of(Kept::indexer) == Bytes{0});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 2 * (5 + 2)});
  CHECK(counts.useful_of(Work::values) == MultiplyAdds{2 * 2 * 5});
  CHECK(counts.blocks_skipped == 4);
}

}  // namespace kvtally::reference::deepseek_sparse_test
