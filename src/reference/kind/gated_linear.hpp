#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Gated linear attention (GLA, arXiv 2312.06635, equation 3; flash-linear-attention's fla/ops/gla/naive.py): each
/// token says itself how much of each key channel is forgotten:
///
///     S_t = diag(e^{g_t}) S_{t−1} + k_t v_tᵀ,  o_t = S_tᵀ q_t
///
/// The log decays g ≤ 0 are [batch, value heads, tokens, key dim], other shapes as in recurrence.hpp. A token
/// costs 3 · key dim · value dim multiply-adds in each head.
Tensor gated_linear(const NewTokens& tokens, const Tensor& log_decay, Tensor& states, Counter& counter);

/// The same with one gate for all channels of a head, as Mamba-2 has it (arXiv 2405.21060, section 6;
/// fla/ops/simple_gla/naive.py): the log decays are [batch, value heads, tokens, 1].
Tensor simple_gated_linear(const NewTokens& tokens, const Tensor& log_decay, Tensor& states, Counter& counter);

/// e^x of each number: the factors of log decays.
std::vector<Real> exponentials(std::span<const Real> logs);

}  // namespace kvtally::reference
