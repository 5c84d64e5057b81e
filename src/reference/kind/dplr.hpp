#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Tokens, and how each changes the state: by a diagonal plus a matrix of rank one. The three are [batch, value
/// heads, tokens, key dim].
struct LowRankTokens {
  NewTokens tokens;
  Tensor log_decay;  // g ≤ 0
  Tensor alpha;      // by what the state is read before it changes; empty, with beta: it isn't
  Tensor beta;       // where that is added
};

/// The delta rule in general, with a transition that is diagonal plus low rank (DPLR; flash-linear-attention's
/// fla/ops/generalized_delta_rule/dplr/naive.py):
///
///     S_t = diag(e^{g_t}) S_{t−1} + β_t (α_tᵀ S_{t−1}) + k_t v_tᵀ,  o_t = S_tᵀ q_t
///
/// α reads the state before it decays. All other rules of a matrix state are cases of this one
/// (dplr_cases.hpp), and so is RWKV-7 (arXiv 2503.14456): α = −κ, β = κ a. Shapes as in recurrence.hpp. A token
/// costs 5 · key dim · value dim multiply-adds in each head, 3 where nothing is read before.
Tensor dplr(const LowRankTokens& given, Tensor& states, Counter& counter);

}  // namespace kvtally::reference
