#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Retention (RetNet, arXiv 2307.08621, equations 5 and 6; flash-linear-attention's fla/ops/retention/naive.py):
/// linear attention that forgets, each head at a pace of its own:
///
///     S_t = γ_h S_{t−1} + k_t v_tᵀ,  o_t = S_tᵀ q_t = Σ_{s≤t} γ_h^{t−s} (q_t · k_s) v_s
///
/// Shapes as in recurrence.hpp. A token costs 3 · key dim · value dim multiply-adds in each head.
Tensor retention(const NewTokens& tokens, Tensor& states, Counter& counter);

/// γ_h = 1 − 2^(−5−h): the first head halves what it holds in 22 tokens, each next one in about twice as many.
Real retention_decay(std::int64_t head);

}  // namespace kvtally::reference
