#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// Lightning attention (arXiv 2401.04658; MiniMax-01, arXiv 2501.08313, section 2.2; transformers'
/// modeling_minimax.py): retention with slopes that differ by head and by layer:
///
///     S_t = e^{−m_h} S_{t−1} + k_t v_tᵀ,  o_t = S_tᵀ q_t
///
/// Shapes as in recurrence.hpp. A token costs 3 · key dim · value dim multiply-adds in each head.
Tensor lightning(const NewTokens& tokens, std::span<const Real> slopes, Tensor& states, Counter& counter);

/// m_h = 2^{−8 (h + 1) ÷ heads} (1 − layer ÷ (layers − 1 + 1e-5) + 1e-5): ALiBi's slopes (arXiv 2108.12409),
/// gentler in each layer, so that the last layer forgets almost nothing.
std::vector<Real> lightning_slopes(std::int64_t heads, std::int64_t layer, std::int64_t layers);

}  // namespace kvtally::reference
