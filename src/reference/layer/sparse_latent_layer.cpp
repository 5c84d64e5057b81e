#include "reference/layer/sparse_latent_layer.hpp"

#include <algorithm>

#include "reference/kind/pooled_sparse.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

Tensor turned(const LightningIndexer& indexer, const Tensor& x, std::int64_t first) {
  return indexer.rotary ? rotated(x, *indexer.rotary, positions_from(first, x.size(2))) : x;
}

Tensor key_of(const LightningIndexer& indexer, const Tensor& x, std::int64_t first, Counter& counter) {
  Tensor key = layer_norm(projected(x, indexer.key, counter), indexer.key_norm, indexer.eps);
  for (std::int64_t b = 0; b < key.size(0); ++b) {
    for (std::int64_t t = 0; t < key.size(1); ++t) {
      std::ranges::transform(key.row(b, t), indexer.key_bias.values(), key.row(b, t).begin(), std::plus{});
    }
  }
  return turned(indexer, split_heads(key, 1), first);
}

Chosen choose(CacheLayer& memory, const LightningIndexer& indexer, const Tensor& x, const Tensor& source,
              Counter& counter) {
  const IndexTokens tokens = index_tokens(indexer, x, source, memory.length(), counter);
  if (!indexer.pool) {
    return lightning_choice(dynamic_cast<IndexedLayer&>(memory), tokens, indexer.index, counter);
  }
  const Tensor gates = split_heads(projected(x, indexer.pool->gate, counter), 1);
  return pooled_choice(dynamic_cast<IndexedPoolLayer&>(memory), tokens, gates, indexer.pool->places, indexer.index,
                       counter);
}

}  // namespace

IndexTokens index_tokens(const LightningIndexer& indexer, const Tensor& x, const Tensor& source,
                         std::int64_t first, Counter& counter) {
  const Tensor query = split_heads(projected(source, indexer.query, counter), indexer.heads);
  Tensor weights = projected(x, indexer.weights, counter);
  std::ranges::for_each(weights.values(), [&](Real& weight) { weight *= indexer.weight_scale; });
  return {turned(indexer, query, first), std::move(weights), key_of(indexer, x, first, counter)};
}

Attended sparse_latent_layer(const Means& means, const SparseLatentLayer& layer, const Tensor& x, LatentForm form,
                             Chosen& choice) {
  CacheLayer& memory = means.cache.layer(means.layer);
  const Tensor source = query_source(layer.latent, x, means.counter);
  const LatentTokens tokens = latent_tokens(layer.latent, x, source, memory.length(), means.counter);
  if (layer.indexer) {
    choice = choose(memory, *layer.indexer, x, source, means.counter);
  }
  const Means chosen_alone = reading(means, choice.blocks);
  Attended out = form(chosen_alone, tokens, layer.latent.up, layer.latent.scoring,
                      reading_mask(chosen_alone, layer.latent.heads));
  out.output = projected(merged_heads(out.output), layer.latent.output, means.counter);
  return out;
}

}  // namespace kvtally::reference
