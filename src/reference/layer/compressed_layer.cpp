#include "reference/layer/compressed_layer.hpp"

#include <cmath>

#include "reference/kind/heavily_compressed.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

std::vector<std::int64_t> positions_of(const CompressedAttention& layer, std::int64_t first, std::int64_t count) {
  return positions_from(layer.origin + first, count);
}

PoolTokens pool_tokens(const Compressor& compressor, const Tensor& x, Counter& counter) {
  return {split_heads(projected(x, compressor.rows, counter), 1),
          split_heads(projected(x, compressor.gates, counter), 1)};
}

IndexQueries index_queries(const CompressedAttention& layer, const Tensor& x, const Tensor& query_latent,
                           std::int64_t first, Counter& counter) {
  const PoolIndexer& indexer = *layer.indexer;
  IndexQueries out{{}, projected(x, indexer.weights, counter)};
  const std::int64_t heads = out.weights.size(2);
  for (Real& weight : out.weights.values()) {
    weight /= std::sqrt(static_cast<Real>(heads));
  }
  const Tensor query = split_heads(projected(query_latent, indexer.query, counter), heads);
  out.query = rotated(query, layer.rotary, positions_of(layer, first, x.size(1)));
  return out;
}

Pooling at_origin(Pooling pooling, std::int64_t origin) {
  pooling.origin = origin;
  return pooling;
}

// Each group of heads goes through rows of W of its own; the groups' results stand side by side.
Tensor grouped(const Tensor& merged, const Linear& layer, std::int64_t groups, Counter& counter) {
  const std::int64_t width = merged.size(2) / groups;
  const std::int64_t rank = layer.weight.size(0) / groups;
  Tensor out({merged.size(0), merged.size(1), 0});
  for (std::int64_t g = 0; g < groups; ++g) {
    const Linear own{slice(layer.weight, 0, g * rank, (g + 1) * rank), {}};
    out = joined(out, projected(slice(merged, 2, g * width, (g + 1) * width), own, counter), 2);
  }
  return out;
}

}  // namespace

CompressedTokens compressed_tokens(const CompressedAttention& layer, const Tensor& x, std::int64_t first,
                                   Counter& counter) {
  const std::vector<std::int64_t> positions = positions_of(layer, first, x.size(1));
  const Tensor latent =
      rms_norm(projected(x, layer.query_latent.down, counter), layer.query_latent.norm, layer.eps);
  const Tensor query = split_heads(projected(latent, layer.query, counter), layer.heads);
  const Tensor row = split_heads(projected(x, layer.row, counter), 1);
  CompressedTokens out;
  out.shared = {rotated(rms_norm(query, layer.eps), layer.rotary, positions),
                rotated(rms_norm(row, layer.row_norm, layer.eps), layer.rotary, positions)};
  if (layer.compressor) {
    out.pool = pool_tokens(*layer.compressor, x, counter);
  }
  if (layer.indexer) {
    out.index = index_queries(layer, x, latent, first, counter);
    out.index_pool = pool_tokens(layer.indexer->keys, x, counter);
  }
  return out;
}

Attended compressed_heads(const Means& means, const CompressedAttention& layer, const CompressedTokens& tokens) {
  if (!layer.compressor) {
    return attend_shared_row(means, tokens.shared, std::nullopt, newest_tokens(layer.window), layer.scoring);
  }
  const Pooling pooling = at_origin(layer.compressor->pooling, layer.origin);
  if (!layer.indexer) {
    return heavily_compressed(means, tokens.shared, {tokens.pool, pooling}, layer.window, layer.scoring);
  }
  const Pooling index_pooling = at_origin(layer.indexer->keys.pooling, layer.origin);
  const PooledIndex index{tokens.index, {tokens.index_pool, index_pooling}, layer.indexer->count};
  return compressed_sparse(means, tokens.shared, {tokens.pool, pooling}, index, layer.window, layer.scoring);
}

Tensor turned_back(const CompressedAttention& layer, const Tensor& heads, std::int64_t first) {
  return rotated_back(heads, layer.rotary, positions_of(layer, first, heads.size(2)));
}

Attended compressed_layer(const Means& means, const CompressedAttention& layer, const Tensor& x) {
  const std::int64_t first = means.cache.layer(means.layer).length();
  Attended out = compressed_heads(means, layer, compressed_tokens(layer, x, first, means.counter));
  const Tensor merged = merged_heads(turned_back(layer, out.output, first));
  const Tensor down = grouped(merged, layer.output_down, layer.groups, means.counter);
  out.output = projected(down, layer.output_up, means.counter);
  return out;
}

}  // namespace kvtally::reference
