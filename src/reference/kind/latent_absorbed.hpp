#pragma once

#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// Latent attention that never expands what it has kept (arXiv 2405.04434, section 2.1.2; DeepSeek-V3's
/// inference/model.py, attn_impl "absorb"): since q^n · (U_h c) = (U_hᵀ q^n) · c, the query goes to the latents,
/// and since Σ p_j V_h c_j = V_h Σ p_j c_j, values are lifted once, after the sum. All heads look at one key [c |
/// r], whose first `rank` numbers are the value too: the same stored bytes, read once. A token's own cost is heads
/// × rank × (nope + value dim) multiply-adds (Work::expansion); a position's is heads × (rank + rope) scores and
/// heads × rank values. The output is [batch, heads, tokens, value dim].
Attended latent_absorbed(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const Mask& mask = causal());

}  // namespace kvtally::reference
