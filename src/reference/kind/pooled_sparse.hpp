#pragma once

#include "reference/cache/indexed_pool.hpp"
#include "reference/kind/deepseek_sparse.hpp"

namespace kvtally::reference {

/// The lightning indexer over pooled keys (GLM-5.3-Flash: index_kpool, index_kpool_compress_gate and
/// index_kpool_compress_ape of its public implementations, after DeepSeek-V4, arXiv 2606.19348): the key and the
/// gate of a token wait until its pool of n tokens is complete, then one key is kept for them. Chosen are the best
/// top_k ÷ n complete pools, and the incomplete newest pool is always read beside them. The gates are [batch, 1,
/// tokens, dim], their offsets [pool, dim].
Chosen pooled_choice(IndexedPoolLayer& memory, const IndexTokens& tokens, const Tensor& gates,
                     const Tensor& places, const TopIndex& index, Counter& counter);

}  // namespace kvtally::reference
