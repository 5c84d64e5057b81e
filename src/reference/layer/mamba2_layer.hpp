#pragma once

#include <limits>

#include "reference/kind/short_convolution.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// The step sizes that a Mamba-2 layer allows (time_step_limit).
struct StepLimits {
  Real least = 0;
  Real most = std::numeric_limits<Real>::infinity();
  /// transformers' modeling_mamba2.py does not hold the steps of a single token behind others to the limits
  /// (mamba2_selective_state_update), so that its decode is not its prefill. False: as there. True: always held.
  bool single_tokens = true;
};

/// A layer of Mamba-2. With inner = heads · P, its convolution has inner + 2 · groups · N channels.
struct Mamba2Layer {
  std::int64_t groups = 1;
  Linear in;                // [inner + channels + heads, hidden]: the gate z over x, B, C over δ
  Convolution convolution;  // of x, B, C: [channels, k]
  Tensor delta_bias;        // [heads]
  StepLimits limits;
  Tensor a_log;            // log −A [heads]
  Tensor skip;             // D [heads]
  Tensor norm;             // [inner]
  Real eps = Real(1e-5);   // of the norm
  Linear out;              // [hidden, inner]
  std::int64_t chunk = 0;  // tokens of a chunk (mamba2_chunked.hpp); 0: token by token
};

/// What a layer remembers: "convolution", the last k − 1 inputs (kind/convolution_tail.hpp), and "state", [batch,
/// heads, N, P]; zeros at first.
void allocate_mamba2(StateLayer& state, const Mamba2Layer& layer, std::int64_t batch, const CodecPtr& tail,
                     const CodecPtr& memory);

/// Step sizes of the new tokens: softplus(δ + b), held to the limits [least, most]. δ is [batch, tokens, heads];
/// `seen` tokens came before.
Tensor step_sizes(const Tensor& raw, const Tensor& bias, const StepLimits& limits, std::int64_t seen);

/// A whole layer (arXiv 2405.21060, section 7.1; transformers' modeling_mamba2.py, Mamba2Mixer), on the new tokens
/// x [batch, tokens, hidden]:
///
///     z, xBC, δ = W_in x;  x, B, C = silu(conv(xBC));  Δ = step size of δ
///     out = W_out (RMS(dual(x, Δ, B, C) ⊙ silu(z)) w)
///
/// The gate comes before the norm, which goes over all heads. Each tensor of the state is read once and rewritten
/// once, the convolution's by as many columns as tokens come.
Tensor mamba2_layer(StateLayer& state, const Mamba2Layer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
