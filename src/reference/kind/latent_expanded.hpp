#pragma once

#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// Latent attention that caches what it expands (DeepSeek-V3's inference/model.py, attn_impl "naive"): each token
/// is lifted once, and the cache holds a key [U_h c | r] and a value V_h c for every head, heads × (nope + rope +
/// value dim) numbers instead of rank + rope. From there on it is multi-head attention. The output is [batch,
/// heads, tokens, value dim].
Attended latent_expanded(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const Mask& mask = causal());

}  // namespace kvtally::reference
