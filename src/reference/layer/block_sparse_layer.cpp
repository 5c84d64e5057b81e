#include "reference/layer/block_sparse_layer.hpp"

namespace kvtally::reference {

namespace {

Tensor placed(const BlockIndexer& indexer, const Tensor& x, const Tensor& weight, std::int64_t first) {
  const Tensor y = normed(x, indexer.norm, weight);
  return indexer.rotary ? rotated(y, *indexer.rotary, positions_from(first, y.size(2))) : y;
}

Tensor query_of(const BlockIndexer& indexer, const Tensor& x, std::int64_t first, Counter& counter) {
  return placed(indexer, split_heads(projected(x, indexer.query, counter), indexer.heads),
                indexer.norm.query_weight, first);
}

Tensor raw_key_of(const BlockIndexer& indexer, const Tensor& x, Counter& counter) {
  return split_heads(projected(x, indexer.key, counter), 1);
}

// The softmax layer itself, on what was chosen.
Attended attended(const Means& means, const SoftmaxLayer& layer, const Tensor& x, const Chosen& choice) {
  const std::int64_t seen = means.cache.layer(means.layer).length();
  Entries entries = entries_of(layer, x, seen, means.counter);
  const NewTokens tokens{queries_of(layer, x, seen, means.counter), std::move(entries.keys),
                         std::move(entries.values)};
  const Means chosen_alone = reading(means, choice.blocks);
  Attended out = attend(chosen_alone, tokens, reading_mask(chosen_alone, layer.heads), layer.scoring);
  out.output = output_of(layer, out.output, x, means.counter);
  return out;
}

}  // namespace

Attended qwen_sparse_layer(const Means& means, const SoftmaxLayer& layer, const BlockIndexer& indexer,
                           const BlockBudgetIndex& index, const Tensor& x, Chosen& choice) {
  CacheLayer& memory = means.cache.layer(means.layer);
  const Tensor query = query_of(indexer, x, memory.length(), means.counter);
  const Tensor raw = raw_key_of(indexer, x, means.counter);
  const BlockKey how{indexer.norm.key_weight, indexer.norm.eps, indexer.rotary};
  if (auto* pooled = dynamic_cast<IndexedPoolLayer*>(&memory)) {
    choice = qwen_choice(*pooled, query, raw, how, index, means.counter);
  } else {
    choice = qwen_choice(dynamic_cast<IndexedLayer&>(memory), query, raw, how, index, means.counter);
  }
  return attended(means, layer, x, choice);
}

Attended minimax_sparse_layer(const Means& means, const SoftmaxLayer& layer, const BlockIndexer& indexer,
                              const BlockTop& top, const Tensor& x, Chosen& choice) {
  CacheLayer& memory = means.cache.layer(means.layer);
  const std::int64_t first = memory.length();
  const Tensor query = query_of(indexer, x, first, means.counter);
  const Tensor key = placed(indexer, raw_key_of(indexer, x, means.counter), indexer.norm.key_weight, first);
  choice = minimax_choice(dynamic_cast<IndexedLayer&>(memory), query, key, top, means.counter);
  return attended(means, layer, x, choice);
}

}  // namespace kvtally::reference
