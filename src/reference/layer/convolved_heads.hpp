#pragma once

#include "reference/kind/attend.hpp"
#include "reference/kind/short_convolution.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// Queries, keys and values of a layer with a delta rule: projections, a short convolution over their channels
/// side by side, [all queries | all keys | all values], and silu; then queries and keys are brought to length 1,
/// and queries scaled by 1 ÷ √(key dim). Since a convolution is depthwise, one over all channels is the same as
/// one for each of the three.
struct ConvolvedHeads {
  std::int64_t key_heads = 1;
  std::int64_t value_heads = 1;
  Linear query;             // [key heads · key dim, hidden]
  Linear key;               // [key heads · key dim, hidden]
  Linear value;             // [value heads · value dim, hidden]
  Convolution convolution;  // weight [channels, k]
  Real eps = Real(1e-6);    // of the lengths
};

/// What goes into the convolution: [batch, tokens, channels].
Tensor convolution_inputs(const ConvolvedHeads& heads, const Tensor& x, Counter& counter);

/// The new tokens x [batch, tokens, hidden]. The state holds the tail "convolution" (kind/convolution_tail.hpp).
NewTokens convolved_tokens(StateLayer& state, const ConvolvedHeads& heads, const Tensor& x, Counter& counter);

/// A gate of the log decays, g = −e^{A_h} softplus(x + b) (Mamba's, arXiv 2312.00752): x [batch, heads, tokens,
/// width], A [heads], b [heads · width].
Tensor log_decays(Tensor x, const Tensor& log_rate, const Tensor& bias);

}  // namespace kvtally::reference
