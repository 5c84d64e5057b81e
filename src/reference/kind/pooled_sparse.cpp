#include "reference/kind/pooled_sparse.hpp"

#include "reference/kind/index_pooling.hpp"
#include "reference/kind/index_scores.hpp"

namespace kvtally::reference {

Chosen pooled_choice(IndexedPoolLayer& memory, const IndexTokens& tokens, const Tensor& gates,
                     const Tensor& places, const TopIndex& index, Counter& counter) {
  const std::int64_t first_query = memory.length();
  const Rows keys = memory.update_index({tokens.key, gates}, [&](const std::vector<Tensor>& raw, std::int64_t) {
    return std::vector<Tensor>{gated_pool(raw[0], raw[1], places)};
  });
  const Tensor products = index_products(tokens.query, keys, first_query, counter);
  Chosen out =
      best_of(relu_scores(products, index.scale, tokens.weights), index.top_k / memory.pool(), memory.pool());
  add_tails(out.blocks, first_query);
  return out;
}

}  // namespace kvtally::reference
