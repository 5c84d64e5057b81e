#include "reference/layer/compressed_layer.hpp"

#include <doctest/doctest.h>

#include "verify/random/attention.hpp"
#include "verify/vectors/deepseek_v4_run.hpp"

namespace kvtally::reference::compressed_layer_test {

namespace {

CompressedAttention layer_of(std::optional<std::int64_t> chosen) {
  std::mt19937_64 generator(5);
  return random_attention(3, chosen, generator);
}

Tensor text() {
  std::mt19937_64 generator(6);
  return random_tensor({2, 11, kCompressedHidden}, generator);
}

Tensor run(const CompressedAttention& layer) {
  return CompressedBench(layer, kernel("eager")).take(text()).output;
}

}  // namespace

TEST_CASE("a layer without a compressor is a window alone") {
  CompressedAttention layer = layer_of(std::nullopt);
  layer.compressor.reset();
  CompressedBench bench(layer, kernel("eager"));
  const Attended out = bench.take(text());
  CHECK(out.output.shape() == Shape{2, 11, kCompressedHidden});
  CHECK(out.weights->shape() == Shape{2, kCompressedHeads, 11, 11});
  CHECK((*out.weights)(0, 0, 5, 2) > 0);  // a window of 4
  CHECK((*out.weights)(0, 0, 5, 1) == 0);
  CHECK(bench.memory().footprint().open == Bytes{0});
}

TEST_CASE("each part changes the output") {
  const Tensor sparse = run(layer_of(1));
  CHECK(run(layer_of(2)) != sparse);
  CHECK(run(layer_of(std::nullopt)) != sparse);
  CompressedAttention wider = layer_of(1);
  wider.window = 5;
  CHECK(run(wider) != sparse);
  CompressedAttention sunk = layer_of(1);
  sunk.scoring.sinks.assign(kCompressedHeads, 9);
  CHECK(run(sunk) != sparse);
}

// Heads 0 and 1 are the first group; without its rows in the output projection nothing of them is seen.
TEST_CASE("each group of heads has output rows of its own") {
  CompressedAttention layer = layer_of(2);
  for (std::int64_t row = 0; row < 3; ++row) {
    std::ranges::fill(layer.output_down.weight.row(row), Real{0});
  }
  const Tensor before = run(layer);
  layer.scoring.sinks[0] = 5;
  layer.scoring.sinks[1] = 7;
  CHECK(run(layer) == before);
  layer.scoring.sinks[2] = 5;
  CHECK(run(layer) != before);
}

TEST_CASE("the weights of index heads are divided by the root of their number") {
  const CompressedAttention layer = layer_of(2);
  Counter counter;
  const CompressedTokens tokens = compressed_tokens(layer, text(), 0, counter);
  const Tensor plain = projected(text(), layer.indexer->weights, counter);
  CHECK(tokens.index.weights(1, 4, 2) == plain(1, 4, 2) / std::sqrt(Real(3)));
  CHECK(tokens.index_pool.rows.shape() == Shape{2, 1, 11, 12});
  CHECK(compressed_tokens(layer_of(std::nullopt), text(), 0, counter).index.query.count() == 0);
}

TEST_CASE("tokens are rotated at their own places in the text") {
  const CompressedAttention layer = layer_of(2);
  Counter counter;
  const CompressedTokens all = compressed_tokens(layer, text(), 0, counter);
  const CompressedTokens late = compressed_tokens(layer, slice(text(), 1, 6, 11), 6, counter);
  CHECK(late.shared.query == slice(all.shared.query, 2, 6, 11));
  CHECK(late.shared.row == slice(all.shared.row, 2, 6, 11));
  CHECK(late.index.query == slice(all.index.query, 2, 6, 11));
  CompressedAttention moved = layer;
  moved.origin = 6;
  CHECK(compressed_tokens(moved, slice(text(), 1, 6, 11), 0, counter).shared.row == late.shared.row);
}

}  // namespace kvtally::reference::compressed_layer_test
