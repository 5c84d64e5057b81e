#pragma once

#include <functional>
#include <vector>

#include "reference/kernel/mask.hpp"
#include "reference/tensor/real.hpp"

namespace kvtally::reference {

/// One slope a query head: 2^(−largest · i ÷ n), i = 1 … n, n the next power of two from `heads` on. When n is no
/// head count, the slopes at even i come first, then those at odd i, as many as there are heads (Press et al.
/// 2021, arXiv 2108.12409, section 3; the rule for other counts as in MPT's build_mpt_alibi_tensor). `largest` is
/// 8 in the paper.
std::vector<Real> alibi_slopes(std::int64_t heads, Real largest = 8);

/// Attention with linear biases: slope · (key − query), which no position embedding needs to help. For
/// Scoring::bias.
std::function<Real(const Pair&)> alibi(std::vector<Real> slopes);

}  // namespace kvtally::reference
