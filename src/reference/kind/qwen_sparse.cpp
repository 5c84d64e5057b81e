#include "reference/kind/qwen_sparse.hpp"

#include <cmath>

#include "reference/kind/index_scores.hpp"

namespace kvtally::reference {

namespace {

Chosen choice_of(const Tensor& query, const Rows& keys, std::int64_t first_query, const BlockBudgetIndex& index,
                 Counter& counter) {
  const Real scale = 1 / std::sqrt(static_cast<Real>(query.size(3)));
  const Tensor scores = relu_scores(index_products(query, keys, first_query, counter), scale, std::nullopt);
  Chosen out = best_of(scores, index.blocks, index.size);
  add_tails(out.blocks, first_query);
  return out;
}

}  // namespace

Chosen qwen_choice(IndexedPoolLayer& memory, const Tensor& query, const Tensor& raw, const BlockKey& how,
                   const BlockBudgetIndex& index, Counter& counter) {
  const std::int64_t first_query = memory.length();
  const Rows keys = memory.update_index({raw}, [&](const std::vector<Tensor>& block, std::int64_t first) {
    return std::vector<Tensor>{block_key(block[0], first, how)};
  });
  return choice_of(query, keys, first_query, index, counter);
}

Chosen qwen_choice(IndexedLayer& memory, const Tensor& query, const Tensor& raw, const BlockKey& how,
                   const BlockBudgetIndex& index, Counter& counter) {
  const std::int64_t first_query = memory.length();
  const Rows all = memory.update_index(raw);
  Counter aside;  // of the pool that is made anew and kept nowhere
  StretchPool pool({index.size, index.size}, {codec("real")}, {codec("real")}, Kept::indexer, aside);
  pool.append({read_whole(all)}, [&](const std::vector<Tensor>& block, std::int64_t first) {
    return std::vector<Tensor>{block_key(block[0], first, how)};
  });
  return choice_of(query, pool.rows(0), first_query, index, counter);
}

}  // namespace kvtally::reference
