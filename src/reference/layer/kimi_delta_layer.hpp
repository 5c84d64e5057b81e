#pragma once

#include "reference/layer/convolved_heads.hpp"

namespace kvtally::reference {

/// A layer of Kimi delta attention (Kimi Linear, arXiv 2510.26692, section 4; NeMo Automodel's
/// components/models/kimi_linear/model.py, KimiDeltaAttention). As a layer of gated DeltaNet but for its gates:
/// the decay has a number for each key channel, through a bottleneck, and the output's gate is a sigmoid, through
/// another:
///
///     q, k, v by convolved_heads.hpp;  β = σ(W_b x);  g = −e^A softplus(W_f2 W_f1 x + bias);
///     o by kind/kimi_delta.hpp;  y = W_o (RMS(o) ⊙ σ(W_g2 W_g1 x))
struct KimiDeltaLayer {
  ConvolvedHeads heads;  // as many of queries and keys as of values
  Linear rate;           // W_b [heads, hidden]
  Linear decay_down;     // W_f1 [bottleneck, hidden]
  Linear decay_up;       // W_f2 [heads · key dim, bottleneck]
  Tensor log_rate;       // A [heads]
  Tensor decay_bias;     // [heads · key dim]
  Linear gate_down;      // W_g1 [bottleneck, hidden]
  Linear gate_up;        // W_g2 [heads · value dim, bottleneck]
  Tensor norm;           // [value dim]
  Real eps = Real(1e-5);
  Linear output;           // [hidden, heads · value dim]
  std::int64_t chunk = 1;  // tokens that are computed at once; 1: one by one
};

/// The new tokens x [batch, tokens, hidden] through the layer, [batch, tokens, hidden]. The state holds the tail
/// "convolution" and "matrix" [batch, heads, key dim, value dim]; each is read once, the matrix written once.
Tensor kimi_delta_layer(StateLayer& state, const KimiDeltaLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
