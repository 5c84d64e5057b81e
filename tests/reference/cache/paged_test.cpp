#include "reference/cache/paged.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"

namespace kvtally::reference::paged_test {

namespace {

constexpr std::int64_t kReal = sizeof(Real);
// Two key heads, keys of 3 numbers and values of 2: a token's rows.
constexpr std::int64_t kToken = 2 * (3 + 2) * kReal;

Tensor keys_of(std::int64_t batch, std::int64_t tokens, std::uint64_t seed = 1) {
  return test::random_tensor({batch, 2, tokens, 3}, seed);
}
Tensor values_of(std::int64_t batch, std::int64_t tokens, std::uint64_t seed = 2) {
  return test::random_tensor({batch, 2, tokens, 2}, seed);
}

PagedLayer paged(std::int64_t blocks, std::int64_t block_size, Counter& counter) {
  return {{blocks, block_size}, codec("real"), codec("real"), counter};
}

}  // namespace

TEST_CASE("whole blocks are in use, tokens are written") {
  Counter counter;
  PagedLayer layer = paged(8, 4, counter);
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.maximum() == 32);
  CHECK(layer.mask_sizes(5) == MaskSizes{5, 0});
  const Tensor keys = keys_of(1, 5);
  const KeyValues there = layer.update(keys, values_of(1, 5));
  CHECK(layer.footprint() == Footprint{Bytes{2 * 4 * kToken}, Bytes{2 * 4 * kToken}});  // 5 tokens lie in 2 blocks
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::entries) == Bytes{5 * kToken});
  CHECK(counts.copied == Bytes{0});
  CHECK(there.keys.numbers() == keys);
  CHECK(there.keys.positions() == positions_from(0, 5));
  CHECK(there.values.pages() == std::vector<std::int64_t>{0, 0, 0, 0, 1});
  CHECK(layer.length() == 5);
}

TEST_CASE("a fork shares full blocks and copies the one that is not full") {
  Counter counter;
  PagedLayer layer = paged(8, 4, counter);
  layer.update(keys_of(1, 14), values_of(1, 14));
  counter.take();
  REQUIRE(layer.fork(0, 2));
  CHECK(layer.tables() == std::vector<std::vector<BlockId>>{{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}});
  CHECK(layer.footprint().carried == Bytes{(4 + 2) * 4 * kToken});
  CHECK(counter.take().copied == Bytes{2 * 4 * kToken});

  // One more token each: into blocks of their own.
  const KeyValues there = layer.update(keys_of(3, 1), values_of(3, 1));
  CHECK(counter.take().copied == Bytes{0});
  CHECK(there.keys.page(0, 11) == 2);
  CHECK(there.keys.page(2, 11) == 2);
  CHECK(there.keys.page(0, 14) == 3);
  CHECK(there.keys.page(2, 14) == 5);
}

TEST_CASE("what requests share is needed once, and loaded by each") {
  Counter counter;
  PagedLayer layer = paged(8, 4, counter);
  layer.update(keys_of(1, 6), values_of(1, 6));
  REQUIRE(layer.fork(0, 1));
  counter.take();
  const KeyValues there = layer.current();
  for (std::int64_t request = 0; request < 2; ++request) {
    for (std::int64_t head = 0; head < 2; ++head) {
      for (std::int64_t slot = 0; slot < 6; ++slot) {
        there.keys.need(request, head, slot);
        there.keys.load(request, head, slot);
      }
    }
  }
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::entries) == Bytes{2 * (4 + 2 + 2) * 3 * kReal});  // 4 tokens of both, 2 of each
  CHECK(counts.loaded == Bytes{2 * 2 * 6 * 3 * kReal});
}

TEST_CASE("a beam search goes on with the same blocks; the second to write copies") {
  Counter counter;
  PagedLayer layer = paged(4, 4, counter);
  layer.update(keys_of(2, 3), values_of(2, 3));
  const std::vector<std::int64_t> beams{1, 1};
  layer.pick(beams);
  CHECK(layer.tables() == std::vector<std::vector<BlockId>>{{1}, {1}});
  CHECK(layer.manager().blocks_in_use() == 1);
  counter.take();
  layer.update(keys_of(2, 1), values_of(2, 1));
  CHECK(layer.tables() == std::vector<std::vector<BlockId>>{{2}, {1}});
  CHECK(counter.take().copied == Bytes{4 * kToken});
}

TEST_CASE("a crop frees blocks, and what goes on is not written into a shared one") {
  Counter counter;
  PagedLayer layer = paged(5, 4, counter);
  layer.update(keys_of(1, 9), values_of(1, 9));
  REQUIRE(layer.fork(0, 1));
  CHECK(layer.manager().blocks_in_use() == 4);
  CHECK(layer.crop(10).error() == "9 tokens are kept, 10 can't be");
  CHECK(layer.crop(-1).error() == "9 tokens are kept, -1 can't be");
  REQUIRE(layer.crop(6));
  CHECK(layer.manager().blocks_in_use() == 2);
  const Tensor keys = keys_of(2, 1, 9);
  const KeyValues there = layer.update(keys, values_of(2, 1));
  CHECK(layer.manager().blocks_in_use() == 3);
  CHECK(slice(there.keys.numbers(), 2, 6, 7) == keys);
  CHECK(there.keys.page(0, 3) == there.keys.page(1, 3));
  CHECK(there.keys.page(0, 5) != there.keys.page(1, 5));
}

TEST_CASE("an exhausted pool is said before, and then nothing is taken") {
  Counter counter;
  PagedLayer layer = paged(4, 4, counter);
  CHECK(layer.reserve(9, 2).error() == "6 blocks are needed, 4 of the pool's 4 are free");
  REQUIRE(layer.reserve(6, 2));
  CHECK(layer.manager().blocks_in_use() == 4);
  layer.update(keys_of(2, 6), values_of(2, 6));
  CHECK(layer.reserve(2).has_value());
  CHECK(layer.reserve(3).error() == "2 blocks are needed, 0 of the pool's 4 are free");
  CHECK(layer.fork(1, 1).error() == "1 blocks are needed, 0 of the pool's 4 are free");
  CHECK(layer.tables().size() == 2);
  // Without the first request its blocks are free. Three with one open block need two copies of it.
  layer.pick(std::vector<std::int64_t>{1, 1, 1});
  CHECK(layer.manager().blocks_in_use() == 2);
  CHECK(layer.reserve(3).error() == "5 blocks are needed, 2 of the pool's 4 are free");
  CHECK(layer.reserve(2).has_value());
  CHECK(layer.manager().blocks_in_use() == 4);
}

TEST_CASE("a reset forgets all, names too") {
  Counter counter;
  PagedLayer layer = paged(4, 2, counter);
  const std::vector<std::vector<TokenId>> tokens{{1, 2, 3, 4}};
  layer.update(keys_of(1, 4), values_of(1, 4));
  layer.name_tokens(tokens);
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.footprint() == Footprint{});
  CHECK(layer.manager().by_hash().empty());
  const Tensor keys = keys_of(2, 3, 7);
  CHECK(layer.update(keys, values_of(2, 3)).keys.numbers() == keys);
}

TEST_CASE("equal prompts become the same blocks once their tokens are named") {
  Counter counter;
  PagedLayer layer = paged(8, 2, counter);
  layer.update(picked(keys_of(1, 5), 0, std::vector<std::int64_t>{0, 0}),
               picked(values_of(1, 5), 0, std::vector<std::int64_t>{0, 0}));
  CHECK(layer.manager().blocks_in_use() == 6);
  layer.name_tokens(std::vector<std::vector<TokenId>>{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 6}});
  CHECK(layer.manager().blocks_in_use() == 4);
  CHECK(layer.tables() == std::vector<std::vector<BlockId>>{{0, 1, 2}, {0, 1, 5}});
}

}  // namespace kvtally::reference::paged_test
