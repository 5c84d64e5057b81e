#pragma once

#include "reference/cache/state.hpp"
#include "reference/kind/attend.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// A layer in which softmax attention and a state run side by side on the same queries, keys and values (Hymba,
/// arXiv 2411.13676, section 2.1), here with the gated delta rule as the state's:
///
///     y = W_o ½ (RMS(attention) w_1 + RMS(gated delta rule) w_2)
///
/// Attention looks up exactly what its container holds, the state remembers the whole past roughly. The rule has
/// queries and keys of length 1, rates β = σ(W_b x) and decays g = −softplus(W_a x), a matrix for each query head.
struct HybridHeads {
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  Linear query;           // [heads · key dim, hidden]
  Linear key;             // [key heads · key dim, hidden]
  Linear value;           // [key heads · value dim, hidden]
  Linear rate;            // W_b [heads, hidden]
  Linear decay;           // W_a [heads, hidden]
  Tensor attention_norm;  // w_1 [heads · value dim]
  Tensor state_norm;      // w_2
  Linear output;          // W_o [hidden, heads · value dim]
  Real eps = Real(1e-6);
  Real length_eps = Real(1e-6);
};

/// What both halves gave for the new tokens, [batch, heads, tokens, value dim], the kernel's weights, and the
/// layer's output [batch, tokens, hidden].
struct HybridOutput {
  Attended attention;
  Tensor state;
  Tensor output;
};

/// The new tokens x [batch, tokens, hidden]. `state` holds "matrix" [batch, heads, key dim, value dim]; in a
/// HybridLayer it stands beside the container that `means` leads to.
HybridOutput hybrid_heads(const Means& means, StateLayer& state, const HybridHeads& layer, const Tensor& x);

}  // namespace kvtally::reference
