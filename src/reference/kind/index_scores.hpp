#pragma once

#include <optional>

#include "reference/cache/rows.hpp"

namespace kvtally::reference {

/// Products of index queries [batch, index heads, tokens, dim] with index keys [batch, 1, slots, dim]: q_h · k_s,
/// [batch, index heads, tokens, slots], −∞ where the key's position lies behind the query's (the first query
/// stands at `first_query`). Each seen product counts dim multiply-adds as Work::indexer; a key is needed once for
/// all heads.
Tensor index_products(const Tensor& query, const Rows& keys, std::int64_t first_query, Counter& counter);

/// What the lightning indexer makes of them (DeepSeek-V3.2, arXiv 2512.02556, equation 1; transformers'
/// modeling_deepseek_v32.py, DeepseekV32Indexer): Σ_h w_h relu(scale · p_h), [batch, 1, tokens, slots]. The
/// weights are [batch, tokens, index heads]; none: all are 1 (Qwen's). −∞ stays.
Tensor relu_scores(const Tensor& products, Real scale, const std::optional<Tensor>& weights);

}  // namespace kvtally::reference
