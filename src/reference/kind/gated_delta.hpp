#pragma once

#include "reference/kind/delta_rule.hpp"

namespace kvtally::reference {

/// The gated delta rule (Gated DeltaNet, arXiv 2412.06464, equation 10; flash-linear-attention's
/// fla/ops/gated_delta_rule/naive.py; Qwen3-Next): the gate clears the memory at large, the delta rule mends it at
/// one key. The decay comes first:
///
///     S' = e^{g_t} S_{t−1},  u_t = β_t (v_t − S'ᵀ k_t),  S_t = S' + k_t u_tᵀ,  o_t = S_tᵀ q_t
///
/// Log decays g ≤ 0 and rates β are [batch, value heads, tokens, 1], other shapes as in recurrence.hpp. A token
/// costs 4 · key dim · value dim multiply-adds in each head.
struct DeltaGates {
  Tensor log_decay;  // of kimi_delta.hpp: [batch, value heads, tokens, key dim]
  Tensor rate;
};
Tensor gated_delta(const NewTokens& tokens, const DeltaGates& gates, Tensor& states, Counter& counter);

}  // namespace kvtally::reference
