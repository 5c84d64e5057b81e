#pragma once

#include <optional>

#include "reference/kind/attend.hpp"
#include "reference/kind/differential.hpp"
#include "reference/layer/head_norm.hpp"
#include "reference/tensor/linear.hpp"
#include "reference/tensor/rotary.hpp"

namespace kvtally::reference {

/// Sharpens queries far from the start, at position p by 1 + scale · ln(1 + ⌊(p + 1) ÷ floor⌋): Llama 4's layers
/// without rotation (transformers' modeling_llama4.py; after arXiv 2501.19399).
struct Temperature {
  Real scale = 0;
  Real floor = 1;  // tokens
};

/// A softmax attention layer: all that models vary between a layer's input and its output. What is absent isn't
/// done; the order is that of softmax_layer().
struct SoftmaxLayer {
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;

  Linear query;                    // [heads · dim, hidden]
  Linear key;                      // [key heads · dim, hidden]
  std::optional<Linear> value;     // [key heads · value dim, hidden]; none: raw keys are values (Gemma 4)
  Linear output;                   // [hidden, heads · value dim]
  std::optional<Linear> gate;      // [heads · value dim, hidden]: the heads' output times its sigmoid (Qwen3-Next)
  std::optional<Real> clip;        // queries, keys and values are cut to ±clip (MPT)
  std::optional<HeadNorm> norm;    // of queries and keys
  std::optional<Real> value_norm;  // eps of an RMS norm of the values, over a head and without weight (Gemma 4)
  Real value_scale = 1;            // (MiMo)
  std::optional<Rotary> rotary;
  std::optional<Temperature> temperature;

  Mask mask = causal();
  Scoring scoring;
  std::optional<Difference> difference;  // of two attentions (differential attention)
};

/// What a layer remembers of tokens: [batch, key heads, tokens, dim or value dim].
struct Entries {
  Tensor keys;
  Tensor values;
};

/// Tokens x [batch, tokens, hidden], at the positions from `first` on, through projections, norms and rotation.
Tensor queries_of(const SoftmaxLayer& layer, const Tensor& x, std::int64_t first, Counter& counter);
Entries entries_of(const SoftmaxLayer& layer, const Tensor& x, std::int64_t first, Counter& counter);

/// What the heads made of the tokens x, [batch, heads, tokens, value dim], through gate and output projection:
/// [batch, tokens, hidden].
Tensor output_of(const SoftmaxLayer& layer, const Tensor& heads, const Tensor& x, Counter& counter);

/// The whole layer on the new tokens x [batch, tokens, hidden], at the positions behind those that the container
/// has seen: output [batch, tokens, hidden], and the kernel's weights.
Attended softmax_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x);

}  // namespace kvtally::reference
