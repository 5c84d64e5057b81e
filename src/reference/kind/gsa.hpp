#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Gated slot attention (GSA, arXiv 2409.07146, equations 7 to 9; flash-linear-attention's fla/ops/gsa/naive.py):
/// a softmax over a fixed number of slots instead of over all tokens. Each token fades into every slot by a gate
/// α:
///
///     K_t = diag(α_t) K_{t−1} + (1 − α_t) k_tᵀ,  V_t = diag(α_t) V_{t−1} + (1 − α_t) v_tᵀ
///     o_t = V_tᵀ softmax(K_t q_t)
///
/// The log gates log α ≤ 0 are [batch, value heads, tokens, slots]. `keys` holds Kᵀ, [batch, value heads, key dim,
/// slots], and `values` V, [batch, value heads, slots, value dim]; other shapes as in recurrence.hpp. A token
/// costs 3 · slots · (key dim + value dim) multiply-adds in each head: decay, write, read of both.
Tensor gated_slots(const NewTokens& tokens, const Tensor& log_gate, Tensor& keys, Tensor& values,
                   Counter& counter);

}  // namespace kvtally::reference
