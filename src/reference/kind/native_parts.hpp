#pragma once

#include "reference/cache/stretch_pool.hpp"
#include "reference/kind/chosen.hpp"
#include "reference/tensor/linear.hpp"

/// What native sparse attention (NSA, arXiv 2502.11089) learns to pool, and how it scores blocks.
namespace kvtally::reference {

/// A simple form of the map φ that makes one key (or value) of a stretch of l rows (equation 7; the paper's is an
/// MLP with a position encoding inside the stretch): φ(x) = W Σ_i a_i (x_i + e_i) + b. Its mean is a = 1 ÷ l, e =
/// 0, W = 1.
struct LearnedPool {
  Tensor weights;  // a [l]
  Tensor places;   // e [l, dim]
  Linear out;      // W [dim, dim]
};

/// φ of the raw rows [batch, heads, l, dim] of each head: [batch, heads, 1, dim].
Tensor learned_pool(const Tensor& raw, const LearnedPool& pool, Counter& counter);

/// The pool that is the mean of `span` rows of `dim` numbers.
LearnedPool mean_pool(std::int64_t span, std::int64_t dim);

/// How much a block of `size` tokens matters to the queries that share a key head: of the weights that their
/// attention gave to compressed entries [batch, query heads, tokens, entries], the sum over the entries that cover
/// a stretch of the block, once for each stretch of `every` tokens (equation 9), and over the heads of the group
/// (equation 10). [batch, key heads, tokens, blocks]; `size` is a multiple of `every`.
Tensor block_importance(const Tensor& weights, std::int64_t key_heads, PoolStretch stretch, std::int64_t size,
                        std::int64_t blocks);

/// The best `count` ≥ 3 blocks by importance, of those up to the query's own; the first and the two newest are
/// forced (section 3.3.2, "top-n block selection" with the fixed blocks of section 4.1): their score is +∞.
Chosen native_choice(Tensor importance, std::int64_t first_query, std::int64_t count, std::int64_t size);

/// Σ_c g_c o_c of the branches' outputs [batch, heads, tokens, dim] and gates [batch, heads, tokens, branches]
/// (equation 5).
Tensor gated(const std::vector<const Tensor*>& branches, const Tensor& gates);

}  // namespace kvtally::reference
