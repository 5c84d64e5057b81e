#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Attention without its softmax (Katharopoulos et al. 2020, arXiv 2006.16236, equations 16 to 20): (Q Kᵀ) V is Q
/// (Kᵀ V), and Kᵀ V over the past is a matrix that each token adds to:
///
///     S_t = S_{t−1} + k_t v_tᵀ,  o_t = S_tᵀ q_t
///
/// Shapes as in recurrence.hpp. A token costs 2 · key dim · value dim multiply-adds in each head, whatever the
/// number of tokens before it.
Tensor linear_attention(const NewTokens& tokens, Tensor& states, Counter& counter);

/// The same with the weights of each query brought to a sum of 1, as a softmax would:
///
///     z_t = z_{t−1} + k_t,  o_t = S_tᵀ q_t ÷ (q_t · z_t + eps)
///
/// for queries and keys that a feature map has made positive. The normaliser z is [batch, heads, 1, key dim], and
/// costs 2 · key dim multiply-adds more.
Tensor normalised_linear_attention(const NewTokens& tokens, Real eps, Tensor& states, Tensor& normaliser,
                                   Counter& counter);

/// The paper's feature map (equation 7): elu(x) + 1, which is x + 1 for x > 0 and e^x below.
Real elu_plus_one(Real x);

}  // namespace kvtally::reference
