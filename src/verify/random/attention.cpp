#include "verify/random/attention.hpp"

#include <cmath>

namespace kvtally {

using reference::CompressedAttention;
using reference::Real;

namespace {

constexpr std::int64_t kIndexHeads = 3;
constexpr std::int64_t kIndexDim = 6;
constexpr std::int64_t kGroups = 2;
constexpr std::int64_t kOutputRank = 3;  // of a group

reference::Linear linear(std::int64_t out, std::int64_t in, Generator& generator) {
  return {random_tensor({out, in}, generator), {}};
}

reference::Compressor random_compressor(std::int64_t rate, std::int64_t dim, bool overlapping,
                                        Generator& generator) {
  const std::int64_t width = overlapping ? 2 * dim : dim;
  return {
      linear(width, kCompressedHidden, generator),
      linear(width, kCompressedHidden, generator),
      {.bias = random_tensor({rate, width}, generator), .norm = random_tensor({dim}, generator), .rotary = {}}};
}

}  // namespace

CompressedAttention random_attention(std::int64_t rate, std::optional<std::int64_t> chosen, Generator& generator) {
  constexpr std::int64_t kRank = 7;
  CompressedAttention layer;
  layer.heads = kCompressedHeads;
  layer.groups = kGroups;
  layer.query_latent = {linear(kRank, kCompressedHidden, generator), random_tensor({kRank}, generator)};
  layer.query = linear(kCompressedHeads * kCompressedDim, kRank, generator);
  layer.row = linear(kCompressedDim, kCompressedHidden, generator);
  layer.row_norm = random_tensor({kCompressedDim}, generator);
  layer.output_down = linear(kGroups * kOutputRank, kCompressedHeads * kCompressedDim / kGroups, generator);
  layer.output_up = linear(kCompressedHidden, kGroups * kOutputRank, generator);
  layer.rotary = {.pairing = reference::Pairing::interleaved,
                  .frequencies = reference::plain_frequencies(10000, 4),
                  .trailing = true};
  layer.window = 4;
  layer.scoring.scale = 1 / std::sqrt(static_cast<Real>(kCompressedDim));
  layer.scoring.sinks.assign(kCompressedHeads, Real(0.5));
  layer.compressor = random_compressor(rate, kCompressedDim, chosen.has_value(), generator);
  layer.compressor->pooling.rotary = layer.rotary;
  if (chosen) {
    layer.indexer = {random_compressor(rate, kIndexDim, true, generator),
                     linear(kIndexHeads * kIndexDim, kRank, generator),
                     linear(kIndexHeads, kCompressedHidden, generator), *chosen};
    layer.indexer->keys.pooling.rotary = layer.rotary;
  }
  return layer;
}

}  // namespace kvtally
