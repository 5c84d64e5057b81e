#pragma once

#include "reference/layer/convolved_heads.hpp"

namespace kvtally::reference {

/// A layer of gated DeltaNet (arXiv 2412.06464, section 3.4; transformers' modeling_qwen3_next.py,
/// Qwen3NextGatedDeltaNet):
///
///     q, k, v by convolved_heads.hpp;  β = σ(W_b x);  g = −e^A softplus(W_a x + bias);  o by
///     kind/gated_delta.hpp; y = W_o (RMS(o) ⊙ silu(W_z x))
///
/// The norm runs over each head by itself.
struct GatedDeltaLayer {
  ConvolvedHeads heads;
  Linear rate;        // W_b [value heads, hidden]
  Linear decay;       // W_a [value heads, hidden]
  Tensor log_rate;    // A [value heads]
  Tensor decay_bias;  // [value heads]
  Linear gate;        // W_z [value heads · value dim, hidden]
  Tensor norm;        // [value dim]
  Real eps = Real(1e-6);
  Linear output;           // [hidden, value heads · value dim]
  std::int64_t chunk = 1;  // tokens that are computed at once; 1: one by one
};

/// The new tokens x [batch, tokens, hidden] through the layer, [batch, tokens, hidden]. The state holds the tail
/// "convolution" and "matrix" [batch, value heads, key dim, value dim]; each is read once, the matrix written
/// once.
Tensor gated_delta_layer(StateLayer& state, const GatedDeltaLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
