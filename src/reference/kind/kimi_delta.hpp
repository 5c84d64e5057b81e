#pragma once

#include "reference/kind/gated_delta.hpp"

namespace kvtally::reference {

/// Kimi delta attention (KDA; Kimi Linear, arXiv 2510.26692, equation 1; flash-linear-attention's
/// fla/ops/kda/naive.py): the gated delta rule with a decay for each key channel, as GLA has it:
///
///     S' = diag(e^{g_t}) S_{t−1},  u_t = β_t (v_t − S'ᵀ k_t),  S_t = S' + k_t u_tᵀ,  o_t = S_tᵀ q_t
///
/// Log decays g ≤ 0 are [batch, value heads, tokens, key dim], rates β [batch, value heads, tokens, 1], other
/// shapes as in recurrence.hpp. A token costs 4 · key dim · value dim multiply-adds in each head: finer gates cost
/// nothing more.
Tensor kimi_delta(const NewTokens& tokens, const DeltaGates& gates, Tensor& states, Counter& counter);

}  // namespace kvtally::reference
