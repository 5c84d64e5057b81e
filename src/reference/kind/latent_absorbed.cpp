#include "reference/kind/latent_absorbed.hpp"

namespace kvtally::reference {

Attended latent_absorbed(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const Mask& mask) {
  const std::int64_t nope = weights.keys.size(1);
  const std::int64_t rank = weights.keys.size(2);
  const std::int64_t first_query = means.cache.layer(means.layer).length();
  const KeyValues there = means.cache.update(tokens.latent, tokens.rope, means.layer);

  const Rows keys = there.keys.beside(there.values);  // [c_j | r_j]: one head
  const Rows values = keys.leading(rank);             // c_j

  const Tensor query_nope = slice(tokens.query, 3, 0, nope);
  const Tensor query_rope = slice(tokens.query, 3, nope, tokens.query.size(3));
  const Tensor query_latent = lowered(query_nope, weights.keys, means.counter);  // U_hᵀ q^n
  const Tensor query = joined(query_latent, query_rope, 3);  // [batch, heads, tokens, rank + rope]

  Attended attended = means.kernel.run({.query = query,
                                        .first_query = first_query,
                                        .keys = keys,
                                        .values = values,
                                        .mask = mask,
                                        .scoring = scoring,
                                        .counter = means.counter,
                                        .choice = means.choice});
  attended.output = lifted(attended.output, weights.values, means.counter);  // V_h Σ p_j c_j
  return attended;
}

}  // namespace kvtally::reference
