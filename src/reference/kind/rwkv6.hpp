#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// The recurrence of RWKV-6 (arXiv 2404.05892, section 4.2; flash-linear-attention's
/// fla/ops/rwkv6/recurrent_naive.py): the query, here the receptance r, sees the past as it was before the token,
/// and the token itself through a bonus u of its own, so that no decay touches the newest key:
///
///     y_t = (S_{t−1} + (u ⊙ k_t) v_tᵀ)ᵀ r_t,  S_t = diag(e^{g_t}) S_{t−1} + k_t v_tᵀ
///
/// Shapes as in recurrence.hpp; the log decays g ≤ 0 are [batch, value heads, tokens, key dim], the bonus [value
/// heads, key dim]. RWKV-5 has the same g for every token. A token costs in each head 3 · key dim · value dim
/// multiply-adds (read, decay, write) and 2 · key dim + value dim for the bonus: (r · (u ⊙ k)) v.
Tensor rwkv6(const NewTokens& tokens, const Tensor& log_decay, const Tensor& bonus, Tensor& states,
             Counter& counter);

}  // namespace kvtally::reference
