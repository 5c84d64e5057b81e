#pragma once

#include "reference/cache/indexed.hpp"
#include "reference/cache/indexed_pool.hpp"
#include "reference/kind/chosen.hpp"
#include "reference/kind/index_pooling.hpp"

namespace kvtally::reference {

struct BlockBudgetIndex {
  std::int64_t blocks = 1;  // ⌊budget ÷ n⌋
  std::int64_t size = 1;    // n
};

/// Qwen sparse attention's choice (transformers' modeling_qwen4_exp.py, Qwen4ExpTextQSAIndexer): one key for each
/// complete block of n tokens, from token 0 on,
///
///     I_tb = Σ_h relu(q_th · k_b) ÷ √d
///
/// Chosen are the best ⌊budget ÷ n⌋ complete blocks, and the incomplete newest block beside them. `query` is
/// [batch, index heads, tokens, dim], normed and turned, `raw` [batch, 1, tokens, dim]. Before the layer's own
/// rows are added.
Chosen qwen_choice(IndexedPoolLayer& memory, const Tensor& query, const Tensor& raw, const BlockKey& how,
                   const BlockBudgetIndex& index, Counter& counter);
/// The same where the container keeps the raw keys of all tokens: each step reads and pools all of them.
Chosen qwen_choice(IndexedLayer& memory, const Tensor& query, const Tensor& raw, const BlockKey& how,
                   const BlockBudgetIndex& index, Counter& counter);

}  // namespace kvtally::reference
