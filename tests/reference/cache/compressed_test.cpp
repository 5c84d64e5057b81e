#include "reference/cache/compressed.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::compressed_test {

namespace {

using test::Positions;

constexpr std::int64_t kReal = sizeof(Real);
constexpr std::int64_t kDim = 3;

Pool pool_of(std::int64_t rate, bool overlapping, Kept kept, Counter& counter) {
  return {rate, overlapping, {test::real(), test::real(), test::real()}, counter, kept};
}

// A window of 4 beside a pool of stretches of 2, and overlapping index keys of 2 numbers.
CompressedLayer compressed(Counter& counter) {
  return {4, test::real(), pool_of(2, false, Kept::entries, counter), pool_of(2, true, Kept::indexer, counter),
          counter};
}

void take(CompressedLayer& layer, std::int64_t tokens) {
  layer.update(test::random_tensor({1, 1, tokens, kDim}, 1), Tensor({1, 1, tokens, 0}));
  layer.pool().take(test::random_tensor({1, 1, tokens, kDim}, 2), test::random_tensor({1, 1, tokens, kDim}, 3));
  layer.pool().close(Tensor({1, 1, layer.pool().complete(), kDim}));
  layer.index().take(test::random_tensor({1, 1, tokens, 4}, 4), test::random_tensor({1, 1, tokens, 4}, 5));
  layer.index().close(Tensor({1, 1, layer.index().complete(), 2}));
}

}  // namespace

TEST_CASE("a compressed layer is a window and its pools") {
  Counter counter;
  CompressedLayer layer = compressed(counter);
  CHECK(layer.maximum() == std::nullopt);
  for (std::int64_t seen = 1; seen <= 9; ++seen) {
    take(layer, 1);
    const std::int64_t pools = (seen / 2) * (kDim + 2);
    const std::int64_t open = 2 * ((seen % 2) * (kDim + 4) + (seen >= 2 ? 2 * 2 : 0));
    const auto bytes = [&](std::int64_t window) { return Bytes{(window * kDim + pools + open) * kReal}; };
    CHECK(layer.length() == seen);
    CHECK(layer.footprint() == Footprint{bytes(std::min<std::int64_t>(seen, 4)),
                                         bytes(std::min<std::int64_t>(seen, 3)), Bytes{open * kReal}});
  }
}

TEST_CASE("what was pooled can't be cropped, only left as it is") {
  Counter counter;
  CompressedLayer layer = compressed(counter);
  take(layer, 5);
  CHECK(layer.crop(4).error() == "entries pooled from 5 tokens can't go back to 4");
  CHECK(layer.can_crop(6).error() == "entries pooled from 5 tokens can't go back to 6");
  const Footprint before = layer.footprint();
  CHECK(layer.crop(5));
  CHECK(layer.footprint() == before);
}

TEST_CASE("a compressed layer is picked and reset whole") {
  Counter counter;
  CompressedLayer layer = compressed(counter);
  layer.pick(Positions{0});
  take(layer, 5);
  layer.pick(Positions{0, 0, 0});
  CHECK(layer.kept().keys.batch() == 3);
  CHECK(layer.pool().pooled().batch() == 3);
  CHECK(layer.index().pooled().batch() == 3);
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.footprint() == Footprint{});
}

TEST_CASE("without pools it is a window") {
  Counter counter;
  CompressedLayer layer(4, test::real(), std::nullopt, std::nullopt, counter);
  CHECK(layer.maximum() == 4);
  layer.update(test::random_tensor({1, 1, 3, kDim}, 1), Tensor({1, 1, 3, 0}));
  CHECK(layer.footprint() == Footprint{Bytes{3 * kDim * kReal}, Bytes{3 * kDim * kReal}});
  CHECK(layer.crop(2));
  CHECK(layer.length() == 2);
}

}  // namespace kvtally::reference::compressed_test
