#pragma once

#include "reference/kind/minimax_sparse.hpp"
#include "reference/kind/qwen_sparse.hpp"
#include "reference/layer/softmax_layer.hpp"

namespace kvtally::reference {

/// What the indexers of Qwen's and MiniMax's sparse layers project, norm and turn: queries in heads, one key head.
struct BlockIndexer {
  std::int64_t heads = 1;
  Linear query;  // [heads · dim, hidden]
  Linear key;    // [dim, hidden]
  HeadNorm norm;
  std::optional<Rotary> rotary;
};

/// A softmax layer that reads what its indexer chose. The container is an IndexedLayer, or for Qwen's an
/// IndexedPoolLayer. What was chosen is left in `choice`.

/// Qwen sparse attention (transformers' modeling_qwen4_exp.py, Qwen4ExpTextAttention): the raw keys are kept,
/// blocks of them are normed and turned.
Attended qwen_sparse_layer(const Means& means, const SoftmaxLayer& layer, const BlockIndexer& indexer,
                           const BlockBudgetIndex& index, const Tensor& x, Chosen& choice);

/// MiniMax M3's (transformers' modeling_minimax_m3_vl.py, MiniMaxM3VLAttention): each key is normed and turned.
Attended minimax_sparse_layer(const Means& means, const SoftmaxLayer& layer, const BlockIndexer& indexer,
                              const BlockTop& top, const Tensor& x, Chosen& choice);

}  // namespace kvtally::reference
