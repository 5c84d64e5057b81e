#pragma once

#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// Latent attention as the definition reads (arXiv 2405.04434, equations 9 to 19): the cache holds c and r, and
/// each step makes from them, for every head, the key [U_h c | r] and the value V_h c of every position that it
/// can see. The expanded tensors are intermediates; making them takes heads × rank × (nope + value dim)
/// multiply-adds a position (Work::expansion). The output is [batch, heads, tokens, value dim].
Attended latent_naive(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                      const Scoring& scoring, const Mask& mask = causal());

}  // namespace kvtally::reference
