#pragma once

#include "reference/kind/attend.hpp"

/// What sparse kinds have in common: scores of candidates (tokens, or blocks of them) become a choice, and
/// attention reads what was chosen alone.
namespace kvtally::reference {

/// The best `count` of the scores: their indices, ascending. Of equal scores the earlier wins; −∞, and what is no
/// number, is never chosen.
std::vector<std::int64_t> top_k(std::span<const Real> scores, std::int64_t count);

/// What an indexer decided. A layer that has no indexer is handed an earlier layer's, and then it keeps, reads and
/// computes nothing to choose (IndexShare; transformers' modeling_glm_moe_dsa.py).
struct Chosen {
  BlockChoice blocks;
  Tensor scores;  // [batch, key heads or 1, tokens, candidates]; −∞: not to be chosen
};

/// The best `count` candidates of each row of scores, which stand for `size` tokens each.
Chosen best_of(Tensor scores, std::int64_t count, std::int64_t size);

/// Adds to each query's choice the newest block, where it is incomplete. `first_query` is the first query's
/// position.
void add_tails(BlockChoice& choice, std::int64_t first_query);

/// The choice as a mask, for kernels that look at all keys: that of a query at `first_query` is the first in it.
Mask chosen(BlockChoice choice, std::int64_t first_query, std::int64_t query_heads);

/// The means to read this choice alone.
Means reading(const Means& means, const BlockChoice& choice);

/// The causal mask, and where the kernel doesn't read choices, the choice too. Before the container is updated.
Mask reading_mask(const Means& means, std::int64_t query_heads);

}  // namespace kvtally::reference
