#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// Full causal attention with any number of key heads: as many as query heads is multi-head attention (Vaswani et
/// al. 2017, section 3.2), one is multi-query (arXiv 1911.02150), some number between is grouped-query (arXiv
/// 2305.13245). Query heads [g·i, g·(i+1)) share key head i, g = query heads ÷ key heads:
///
///     o_i = Σ_j P_ij v_j,  P_i = softmax over j ≤ i of a q_i·k_j
///
/// Nothing is repeated in memory: a kernel looks key head ⌊h ÷ g⌋ up for query head h. Repeating keys and values
/// for every query head before the cache would keep g times the bytes for the same output.
///
/// Shapes as in attend.hpp. A token adds key heads × (key dim + value dim) numbers to the cache, and a decode step
/// multiplies query heads × (key dim + value dim) × S: sharing heads saves bytes, not arithmetic.
Attended grouped_query(const Means& means, const NewTokens& tokens, const Scoring& scoring);

}  // namespace kvtally::reference
