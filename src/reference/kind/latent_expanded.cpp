#include "reference/kind/latent_expanded.hpp"

namespace kvtally::reference {

Attended latent_expanded(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const Mask& mask) {
  const NewTokens expanded{.query = tokens.query,
                           .keys = expanded_keys(tokens.latent, tokens.rope, weights, means.counter),
                           .values = lifted(tokens.latent, weights.values, means.counter)};
  return attend(means, expanded, mask, scoring);
}

}  // namespace kvtally::reference
