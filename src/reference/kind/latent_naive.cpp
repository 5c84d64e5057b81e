#include "reference/kind/latent_naive.hpp"

#include "reference/kind/latent_rows.hpp"

namespace kvtally::reference {

Attended latent_naive(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                      const Scoring& scoring, const Mask& mask) {
  const std::int64_t first_query = means.cache.layer(means.layer).length();
  const KeyValues there = means.cache.update(tokens.latent, tokens.rope, means.layer);
  const LatentRows rows = visible_latents(there, tokens.query, first_query, mask);

  const Rows keys = expanded_rows(expanded_keys(rows.latent, rows.rope, weights, means.counter), rows);
  const Rows values = expanded_rows(lifted(rows.latent, weights.values, means.counter), rows);
  means.counter.made(keys.numbers().count());
  means.counter.made(values.numbers().count());

  return means.kernel.run({.query = tokens.query,
                           .first_query = first_query,
                           .keys = keys,      // k_h = [U_h c | r]
                           .values = values,  // v_h = V_h c
                           .mask = mask,
                           .scoring = scoring,
                           .counter = means.counter});
}

}  // namespace kvtally::reference
