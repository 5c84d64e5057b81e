#pragma once

#include "reference/counter.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// A linear layer: weight [out, in], bias [out] or empty for none.
struct Linear {
  Tensor weight;
  Tensor bias;
};

/// y = x Wᵀ + b, x [..., in], y [..., out]. Every sum runs over the lanes of dot(), so a token's row doesn't
/// depend on how many tokens come with it. Counts out · in multiply-adds a row.
Tensor projected(const Tensor& x, const Linear& layer, Counter& counter, Work work = Work::projection);

/// Splits the channels of [batch, tokens, heads · dim] to [batch, heads, tokens, dim]; head h has the channels
/// [h · dim, (h + 1) · dim).
Tensor split_heads(const Tensor& x, std::int64_t heads);

/// Puts [batch, heads, tokens, dim] back side by side: [batch, tokens, heads · dim].
Tensor merged_heads(const Tensor& x);

}  // namespace kvtally::reference
