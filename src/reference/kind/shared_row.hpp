#pragma once

#include <optional>

#include "reference/kind/attend.hpp"

/// Attention over one row that is the key and the value of every head, and over entries that are pooled from such
/// rows (DeepSeek-V4, arXiv 2606.19348): what its kinds have in common.
namespace kvtally::reference {

/// The new tokens of one layer, after projections, norms and rotation.
struct SharedRowTokens {
  Tensor query;  // [batch, query heads, tokens, dim]
  Tensor row;    // [batch, 1, tokens, dim]
};

/// The newest `window` tokens, and no entry.
Mask newest_tokens(std::int64_t window);

/// The entries of stretches of `rate` tokens that are complete, and no token: n < ⌊(query + 1) ÷ rate⌋.
Mask complete_entries(std::int64_t rate);

/// Attention over what the container's window hands out and, behind it, the entries [batch, 1, n, dim]: keys and
/// values are the same rows, read once. A position costs query heads × 2 dim multiply-adds.
Attended attend_shared_row(const Means& means, const SharedRowTokens& tokens, const std::optional<Rows>& entries,
                           const Mask& mask, const Scoring& scoring);

}  // namespace kvtally::reference
