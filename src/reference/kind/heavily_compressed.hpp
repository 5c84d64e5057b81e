#pragma once

#include "reference/kind/pooling.hpp"
#include "reference/kind/shared_row.hpp"

namespace kvtally::reference {

/// Heavily compressed attention (HCA; DeepSeek-V4, arXiv 2606.19348, section 2.3.2; transformers'
/// modeling_deepseek_v4.py): beside the W newest tokens, every m tokens of the past are pooled to one entry
/// (pooling.hpp), and all entries are read:
///
///     o_t = Σ_j P_tj c_j + Σ_n P_tn e_n,  j in [t − W + 1, t], n < ⌊(t + 1) ÷ m⌋
///
/// with one softmax over tokens and entries together, and c_j and e_n both key and value. A token in the window
/// may be part of an entry too.
///
/// The container is a CompressedLayer with a pool. A step keeps min(S, W) + ⌊S ÷ m⌋ entries and S mod m raw rows
/// and gates; it multiplies query heads × 2 dim for each entry. Output [batch, query heads, tokens, dim].
Attended heavily_compressed(const Means& means, const SharedRowTokens& tokens, const PoolInput& for_pool,
                            std::int64_t window, const Scoring& scoring);

}  // namespace kvtally::reference
