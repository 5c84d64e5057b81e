#pragma once

#include "reference/cache/state.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// A layer of lightning attention (MiniMax-01, arXiv 2501.08313, section 2.2; transformers' modeling_minimax.py,
/// MiniMaxLightningAttention):
///
///     q, k, v = silu(W x);  o by kind/lightning.hpp;  y = W_o (RMS(o) ⊙ σ(W_g x))
///
/// The norm runs over all heads at once. There is no scale.
struct LightningLayer {
  std::int64_t heads = 1;
  Linear query;  // [heads · dim, hidden] each
  Linear key;
  Linear value;
  Linear gate;
  Tensor norm;  // [heads · dim]
  Linear output;
  Real eps = Real(1e-6);
  std::vector<Real> slopes;  // of each head
  std::int64_t block = 1;    // tokens that are computed at once; 1: one by one
};

/// The new tokens x [batch, tokens, hidden] through the layer, [batch, tokens, hidden]. The state holds "matrix"
/// [batch, heads, dim, dim], which is read once and written once.
Tensor lightning_layer(StateLayer& state, const LightningLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
