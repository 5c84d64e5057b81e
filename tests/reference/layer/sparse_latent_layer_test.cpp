#include "reference/layer/sparse_latent_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/cache/indexed_pool.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::sparse_latent_layer_test {

namespace {

constexpr std::int64_t kTokens = 9;

Linear linear(std::int64_t out, std::int64_t in, std::uint64_t seed) {
  return {test::random_tensor({out, in}, seed), {}};
}

// Hidden 6, 2 heads, query rank 5, nope 3, rope 2, rank 4, value dim 3.
LatentLayer latent(std::uint64_t seed) {
  LatentLayer layer;
  layer.heads = 2;
  layer.query_latent = {linear(5, 6, seed), test::random_tensor({5}, seed + 1)};
  layer.query = linear(2 * 5, 5, seed + 2);
  layer.latent_and_key = linear(6, 6, seed + 3);
  layer.latent_norm = test::random_tensor({4}, seed + 4);
  layer.up = {test::random_tensor({2, 3, 4}, seed + 5), test::random_tensor({2, 3, 4}, seed + 6)};
  layer.output = linear(6, 6, seed + 7);
  return layer;
}

// 2 index heads of 4.
LightningIndexer indexer(std::int64_t top_k) {
  LightningIndexer out;
  out.heads = 2;
  out.query = linear(8, 5, 21);
  out.key = linear(4, 6, 22);
  out.key_norm = test::random_tensor({4}, 23);
  out.key_bias = test::random_tensor({4}, 24);
  out.weights = linear(2, 6, 25);
  out.index = {top_k, Real(0.5)};
  return out;
}

Cache indexed(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<IndexedLayer>(codec("real"), codec("real"), codec("real"), counter));
  return cache;
}

constexpr double kBound = sizeof(Real) == 8 ? 1e-12 : 1e-4;

}  // namespace

TEST_CASE("index tokens, by hand") {
  LightningIndexer one;
  one.query = {Tensor({2, 1}, {1, 2}), {}};
  one.key = {Tensor({2, 2}, {1, 0, 0, 1}), {}};
  one.key_norm = Tensor({2}, {3, 5});
  one.key_bias = Tensor({2}, {10, 20});
  one.weights = {Tensor({1, 2}, {1, 1}), {}};
  one.weight_scale = Real(0.5);
  one.eps = 0;
  Counter counter;
  // x = (3, 1): mean 2, deviations ±1, variance 1: key (1·3 + 10, −1·5 + 20); weight ½(3 + 1); query of the
  // source 7.
  const IndexTokens tokens = index_tokens(one, Tensor({1, 1, 2}, {3, 1}), Tensor({1, 1, 1}, {7}), 0, counter);
  CHECK(tokens.key == Tensor({1, 1, 1, 2}, {13, 15}));
  CHECK(tokens.weights == Tensor({1, 1, 1}, {2}));
  CHECK(tokens.query == Tensor({1, 1, 1, 2}, {7, 14}));
  CHECK(counter.take().useful_of(Work::projection) == MultiplyAdds{2 + 4 + 2});
}

TEST_CASE("with all tokens chosen the layer is a latent layer, in both forms") {
  const Tensor x = test::random_tensor({2, kTokens, 6}, 31);
  Counter counter;
  for (const LatentForm form : {latent_absorbed, latent_expanded}) {
    Cache sparse = indexed(counter);
    Cache dense = indexed(counter);
    Chosen choice;
    const Attended ours =
        sparse_latent_layer({sparse, 0, kernel("eager"), counter}, {latent(1), indexer(kTokens)}, x, form, choice);
    CHECK(ours.output == latent_layer({dense, 0, kernel("eager"), counter}, latent(1), x, form).output);
    Cache alone = indexed(counter);
    const Attended read = sparse_latent_layer({alone, 0, kernel("block_sparse"), counter},
                                              {latent(1), indexer(kTokens)}, x, form, choice);
    CHECK(largest_difference(ours.output, read.output) < kBound);
  }
}

TEST_CASE("a layer without indexer reads what it is handed") {
  const Tensor x = test::random_tensor({1, kTokens, 6}, 32);
  Counter counter;
  Cache cache = indexed(counter);
  cache.add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
  Chosen choice;
  sparse_latent_layer({cache, 0, kernel("block_sparse"), counter}, {latent(1), indexer(3)}, x, latent_absorbed,
                      choice);
  const std::vector<std::int64_t> chosen = choice.blocks.blocks;
  counter.take();
  const Attended later = sparse_latent_layer({cache, 1, kernel("block_sparse"), counter},
                                             {latent(11), std::nullopt}, x, latent_absorbed, choice);
  CHECK(choice.blocks.blocks == chosen);
  CHECK(counter.take().useful_of(Work::indexer) == MultiplyAdds{0});
  Cache own = indexed(counter);
  CHECK(sparse_latent_layer({own, 0, kernel("block_sparse"), counter}, {latent(11), std::nullopt}, x,
                            latent_absorbed, choice)
            .output == later.output);
  // With an indexer of its own it would choose otherwise.
  Cache other = indexed(counter);
  LightningIndexer of_its_own = indexer(3);
  of_its_own.key = linear(4, 6, 51);
  Chosen otherwise;
  sparse_latent_layer({other, 0, kernel("block_sparse"), counter}, {latent(11), of_its_own}, x, latent_absorbed,
                      otherwise);
  CHECK(otherwise.blocks.blocks != chosen);
}

TEST_CASE("pooled index keys choose pools of tokens") {
  const Tensor x = test::random_tensor({1, kTokens, 6}, 33);
  LightningIndexer pooled = indexer(6);
  pooled.pool = {linear(4, 6, 41), test::random_tensor({3, 4}, 42)};
  Counter counter;
  Cache cache;
  cache.add(std::make_unique<IndexedPoolLayer>(codec("real"), codec("real"), 3,
                                               std::vector{codec("real"), codec("real")}, codec("real"), counter));
  Chosen choice;
  sparse_latent_layer({cache, 0, kernel("block_sparse"), counter}, {latent(1), pooled}, x, latent_absorbed,
                      choice);
  CHECK(choice.blocks.size == 3);
  CHECK(choice.blocks.of(0, 0, 7) == std::vector<std::int64_t>{0, 1, 2});  // both complete pools, and the newest
  CHECK(choice.blocks.of(0, 0, 8).size() == 2);                            // two of three complete ones
}

}  // namespace kvtally::reference::sparse_latent_layer_test
