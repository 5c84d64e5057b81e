#include "reference/layer/block_sparse_layer.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::block_sparse_layer_test {

namespace {

constexpr std::int64_t kTokens = 11;
constexpr double kBound = sizeof(Real) == 8 ? 1e-12 : 1e-4;

Linear linear(std::int64_t out, std::int64_t in, std::uint64_t seed) {
  return {test::random_tensor({out, in}, seed), {}};
}

// Hidden 6; 4 query heads on 2 key heads of 4, with a gate.
SoftmaxLayer layer() {
  SoftmaxLayer out;
  out.heads = 4;
  out.key_heads = 2;
  out.query = linear(16, 6, 1);
  out.key = linear(8, 6, 2);
  out.value = linear(8, 6, 3);
  out.gate = linear(16, 6, 4);
  out.output = linear(6, 16, 5);
  out.scoring.scale = Real(0.5);
  return out;
}

// 2 index heads of 4.
BlockIndexer indexer() {
  return {.heads = 2,
          .query = linear(8, 6, 11),
          .key = linear(4, 6, 12),
          .norm = {.sort = HeadNorm::Sort::head,
                   .eps = Real(1e-6),
                   .offset = 1,
                   .after_rotary = false,
                   .query_weight = test::random_tensor({4}, 13),
                   .key_weight = test::random_tensor({4}, 14)},
          .rotary = Rotary{.pairing = Pairing::half, .frequencies = {{1, Real(0.1)}, 1}, .trailing = false}};
}

Cache indexed(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<IndexedLayer>(codec("real"), codec("real"), codec("real"), counter));
  return cache;
}

Cache pooled(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<IndexedPoolLayer>(codec("real"), codec("real"), 3, std::vector{codec("real")},
                                               codec("real"), counter));
  return cache;
}

}  // namespace

TEST_CASE("with all blocks chosen both layers are the softmax layer") {
  const Tensor x = test::random_tensor({2, kTokens, 6}, 21);
  Counter counter;
  Cache full = indexed(counter);
  const Tensor expected = softmax_layer({full, 0, kernel("eager"), counter}, layer(), x).output;
  for (const char* name : {"eager", "block_sparse"}) {
    Cache qwen = pooled(counter);
    Cache minimax = indexed(counter);
    Chosen choice;
    CHECK(largest_difference(
              expected,
              qwen_sparse_layer({qwen, 0, kernel(name), counter}, layer(), indexer(), {4, 3}, x, choice).output) <
          kBound);
    CHECK(largest_difference(expected, minimax_sparse_layer({minimax, 0, kernel(name), counter}, layer(),
                                                            indexer(), {4, 3, 1}, x, choice)
                                           .output) < kBound);
  }
}

TEST_CASE("Qwen's layer keeps raw keys or pooled ones, MiniMax's each key normed and turned") {
  const Tensor x = test::random_tensor({1, kTokens, 6}, 22);
  Counter counter;
  Cache raw = indexed(counter);
  Cache pool = pooled(counter);
  Chosen by_raw;
  Chosen by_pool;
  const Kernel& sparse = kernel("block_sparse");
  const Tensor a = qwen_sparse_layer({raw, 0, sparse, counter}, layer(), indexer(), {1, 3}, x, by_raw).output;
  const Tensor b = qwen_sparse_layer({pool, 0, sparse, counter}, layer(), indexer(), {1, 3}, x, by_pool).output;
  CHECK(a == b);
  CHECK(by_raw.blocks.blocks == by_pool.blocks.blocks);
  const Tensor projected_key = split_heads(projected(x, indexer().key, counter), 1);
  CHECK(dynamic_cast<IndexedLayer&>(raw.layer(0)).current_index().numbers() == projected_key);

  Cache keys = indexed(counter);
  Chosen choice;
  minimax_sparse_layer({keys, 0, sparse, counter}, layer(), indexer(), {2, 3, 1}, x, choice);
  CHECK(dynamic_cast<IndexedLayer&>(keys.layer(0)).current_index().numbers() ==
        rotated(normed(projected_key, indexer().norm, indexer().norm.key_weight), *indexer().rotary,
                positions_from(0, kTokens)));
  CHECK(choice.blocks.shape == Shape{1, 2, kTokens, 2});
}

}  // namespace kvtally::reference::block_sparse_layer_test
