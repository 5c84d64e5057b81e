#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// What differential attention learns beside the projections.
struct Difference {
  Tensor query_1, key_1, query_2, key_2;  // [dim] each: λ = exp(q₁·k₁) − exp(q₂·k₂) + λ₀
  Real start = Real(0.8);                 // λ₀
  Real eps = 0;                           // of the norm
};

/// λ₀ of a layer, counted from 0: 0.8 − 0.6 e^(−0.3 layer).
Real start_of_layer(std::int64_t layer);

/// Differential attention (Ye et al. 2024, arXiv 2410.05258, equations 1 to 3): one softmax is subtracted from
/// another, and what both pay to irrelevant tokens cancels.
///
///     o = (1 − λ₀) RMS( (P₁ − λ P₂) V ),   P₁ and P₂ of the first and of the last half of the query heads,
///
/// V twice as wide as a head: the pair of value heads i and i + K ÷ 2 (K key heads, an even number). Output
/// [batch, heads ÷ 2, tokens, 2 dim], weights P₁ and P₂ [batch, heads, tokens, slots].
Attended differential(const Means& means, const NewTokens& tokens, const Mask& mask, const Scoring& scoring,
                      const Difference& difference);

}  // namespace kvtally::reference
