#pragma once

#include "reference/kind/pooled_choice.hpp"
#include "reference/kind/pooling.hpp"
#include "reference/kind/shared_row.hpp"

namespace kvtally::reference {

/// What the indexer sees of the new tokens, and how many entries it chooses.
struct PooledIndex {
  IndexQueries queries;
  PoolInput keys;
  std::int64_t count = 1;  // k
};

/// Compressed sparse attention (CSA; DeepSeek-V4, arXiv 2606.19348, section 2.3.1; transformers'
/// modeling_deepseek_v4.py): as heavily compressed attention, but with overlapping entries of few tokens
/// (pooling.hpp), of which a query reads k:
///
///     o_t = Σ_j P_tj c_j + Σ_n P_tn e_n,  j in [t − W + 1, t], n among the k best by I_tn of n < ⌊(t + 1) ÷ m⌋
///
/// I_tn (pooled_choice.hpp) comes from keys of the indexer's own, pooled from the same tokens by the same rule.
/// With k of ⌊S ÷ m⌋ or more it reads all.
///
/// The container is a CompressedLayer with a pool and an index pool. A step scans ⌊S ÷ m⌋ index keys (index heads
/// × index dim multiply-adds each) and reads min(S, W) + min(k, ⌊S ÷ m⌋) entries (query heads × 2 dim each).
/// Output [batch, query heads, tokens, dim].
Attended compressed_sparse(const Means& means, const SharedRowTokens& tokens, const PoolInput& for_pool,
                           const PooledIndex& index, std::int64_t window, const Scoring& scoring);

}  // namespace kvtally::reference
