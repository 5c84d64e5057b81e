#include "reference/kind/deepseek_sparse.hpp"

#include "reference/kind/index_scores.hpp"
#include "reference/kind/latent_absorbed.hpp"

namespace kvtally::reference {

Chosen lightning_choice(IndexedLayer& memory, const IndexTokens& tokens, const TopIndex& index, Counter& counter) {
  const std::int64_t first_query = memory.length();
  const Rows keys = memory.update_index(tokens.key);
  const Tensor products = index_products(tokens.query, keys, first_query, counter);
  return best_of(relu_scores(products, index.scale, tokens.weights), index.top_k, 1);
}

Attended deepseek_sparse(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const BlockChoice& choice) {
  const Means chosen_alone = reading(means, choice);
  return latent_absorbed(chosen_alone, tokens, weights, scoring, reading_mask(chosen_alone, tokens.query.size(1)));
}

}  // namespace kvtally::reference
