#include "reference/kind/minimax_sparse.hpp"

#include <algorithm>
#include <limits>

#include "reference/kind/index_scores.hpp"

namespace kvtally::reference {

Tensor block_maxima(const Tensor& scores, std::int64_t first_query, const BlockTop& top) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  const std::int64_t blocks = (scores.size(3) + top.size - 1) / top.size;
  Tensor out({scores.size(0), scores.size(1), scores.size(2), blocks});
  std::ranges::fill(out.values(), -kInfinity);
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        for (std::int64_t s = 0; s < scores.size(3); ++s) {
          Real& best = out(b, h, t, s / top.size);
          best = std::max(best, scores(b, h, t, s));
        }
        const std::int64_t own = (first_query + t) / top.size;
        for (std::int64_t block = std::max<std::int64_t>(own - top.newest + 1, 0); block <= own; ++block) {
          out(b, h, t, block) = kInfinity;
        }
      }
    }
  }
  return out;
}

Chosen minimax_choice(IndexedLayer& memory, const Tensor& query, const Tensor& key, const BlockTop& top,
                      Counter& counter) {
  const std::int64_t first_query = memory.length();
  const Rows keys = memory.update_index(key);
  const Tensor products = index_products(query, keys, first_query, counter);
  return best_of(block_maxima(products, first_query, top), top.blocks, top.size);
}

}  // namespace kvtally::reference
