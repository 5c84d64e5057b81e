#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// The delta rule (Schlag et al. 2021, arXiv 2102.11174, equations 23 to 25; DeltaNet, arXiv 2406.06484;
/// flash-linear-attention's fla/ops/delta_rule/naive.py): before it writes, a token looks up what the state says
/// of its key, and adds only what is missing. One step of gradient descent on ½ ‖Sᵀk − v‖² with the rate β:
///
///     u_t = β_t (v_t − S_{t−1}ᵀ k_t),  S_t = S_{t−1} + k_t u_tᵀ,  o_t = S_tᵀ q_t
///
/// With β = 1 and ‖k‖ = 1, S_tᵀ k_t is v_t exactly, and values of keys orthogonal to k_t stay. The rates β are
/// [batch, value heads, tokens, 1], other shapes as in recurrence.hpp. A token costs 3 · key dim · value dim
/// multiply-adds in each head: it reads, writes, and is read.
Tensor delta_rule(const NewTokens& tokens, const Tensor& rate, Tensor& states, Counter& counter);

/// The rule itself: S ← S + k (β (v − Sᵀ k))ᵀ.
void correct(MatrixState& state, std::span<const Real> key, std::span<const Real> value, Real rate);

}  // namespace kvtally::reference
