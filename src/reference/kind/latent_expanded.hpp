#pragma once

#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// Latent attention that caches what it expands (DeepSeek-V3's inference/model.py, attn_impl "naive"): each token
/// is lifted once, and the cache holds a key [U_h c | r] and a value V_h c for every head, heads × (nope + rope +
/// value dim) numbers instead of rank + rope:
///
///     k_h = [U_h c | r],  v_h = V_h c,  o_hi = Σ_j P_hij v_hj,  P_hi = softmax over visible j of a q_hi·k_hj
///
/// From there on it is multi-head attention. The output is [batch, heads, tokens, value dim].
Attended latent_expanded(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const Mask& mask = causal());

}  // namespace kvtally::reference
