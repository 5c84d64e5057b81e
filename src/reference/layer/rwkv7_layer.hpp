#pragma once

#include <optional>

#include "reference/cache/state.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// W_up f(W_down x) + b: a gate of few weights. f is what the gate's place says.
struct LowRank {
  Linear down;  // [rank, hidden]
  Linear up;    // [hidden, rank]
};

/// How much of the token before goes into each of a layer's inputs: [hidden] each.
struct TokenShares {
  Tensor receptance, decay, key, value, rate, gate;
};

/// The time mixing of an RWKV-7 block.
struct Rwkv7Layer {
  TokenShares shares;
  Linear receptance, key, value, output;  // W_r, W_k, W_v, W_o [hidden, hidden]
  LowRank decay;                          // f = tanh
  LowRank rate;                           // f = identity
  LowRank gate;                           // f = σ, no bias
  std::optional<LowRank> first_value;     // f = identity; none in a model's first layer
  Tensor removal;                         // k_k [hidden]: the key for removal is κ = normalise(k ⊙ k_k)
  Tensor rated_key;                       // k_a [hidden]: the key for writing is k (1 + (a − 1) k_a)
  Tensor bonus;                           // r_k [heads, dim]
  Tensor norm, norm_bias;                 // [heads, dim]
  Real eps = Real(64e-5);                 // of the norm
};

/// What a layer remembers: "matrix", Sᵀ [batch, heads, dim, dim], and "time-mix shift", the last input, [batch, 1,
/// 1, hidden]; zeros at first.
void allocate_rwkv7(StateLayer& state, const Rwkv7Layer& layer, std::int64_t batch, const CodecPtr& shift,
                    const CodecPtr& matrix);

/// A layer's output [batch, tokens, hidden], and its values before those of the first layer were mixed in.
struct Rwkv7Output {
  Tensor output;
  Tensor value;
};

/// A whole time mixing (arXiv 2503.14456, section 4; BlinkDL/RWKV-LM, RWKV-v7/rwkv_v7_numpy.py, time_mixing), on
/// the new tokens x [batch, tokens, hidden]; each x_m is x mixed with the token before by a share of its own:
///
///     r = W_r x_r;  k = W_k x_k;  v = W_v x_v;  a = σ(rate(x_a));  g = gate(x_g)
///     w = exp(−e^{−½} σ(decay(x_w)));  v ← v + (v_0 − v) σ(first_value(x_v))
///     y = recurrence (kind/rwkv7.hpp);  out = W_o (g ⊙ (groupnorm(y) + (Σ_j r_j k_j r_k,j) v))
///
/// `first_values` are the first layer's values v_0 of the same tokens, for a layer with a first_value gate. Each
/// tensor of the state is read once and rewritten once.
Rwkv7Output rwkv7_layer(StateLayer& state, const Rwkv7Layer& layer, const Tensor& x, const Tensor& first_values,
                        Counter& counter);

}  // namespace kvtally::reference
