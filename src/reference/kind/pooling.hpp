#pragma once

#include <optional>

#include "reference/cache/pool.hpp"
#include "reference/tensor/rotary.hpp"

namespace kvtally::reference {

/// The new tokens' raw rows and gates for a pool: [batch, 1, tokens, dim], or [Ca | Cb] of 2 dim.
struct PoolTokens {
  Tensor rows;
  Tensor gates;
};

/// What makes an entry of a stretch.
struct Pooling {
  Tensor bias;  // of the gates, by place in the stretch: [rate, dim or 2 dim]
  Tensor norm;  // [dim]
  Real eps = Real(1e-6);
  std::optional<Rotary> rotary;
  std::int64_t origin = 0;  // position of the first token of all
};

/// What goes into a pool, and how.
struct PoolInput {
  PoolTokens tokens;
  const Pooling& pooling;
};

/// Gated pooling of m tokens to one entry (DeepSeek-V4, arXiv 2606.19348, section 2.3.2, equations 20 to 23;
/// transformers' DeepseekV4HCACompressor): per channel, a softmax over the stretch's gates weighs its rows,
///
///     e_n = R_nm RMS( Σ_j softmax_j(g_j + b_j) u_j ),  j over the m tokens of stretch n,
///
/// R_nm the rotation at the stretch's first position. Overlapping (DeepseekV4CSACompressor), the sum has 2m
/// places: Ca of stretch n−1, with the first half of b's channels, then Cb of stretch n with the second; stretch
/// −1 is absent.
///
/// Adds the tokens to the pool, makes the entry of each stretch that is complete now, and hands out all entries. A
/// token's row is read whole with its own stretch, as the source reads it to add the bias, and its Ca half again
/// with the next one. Counts a multiply-add a place and channel as Work::projection: the entry is made as rows
/// are.
Rows pooled(Pool& pool, const PoolInput& input, Counter& counter);

}  // namespace kvtally::reference
