#pragma once

#include "reference/kind/short_convolution.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// A layer of Mamba, all sizes those of its tensors.
struct MambaLayer {
  Linear in;                // [2 · inner, hidden]: x over the gate z
  Convolution convolution;  // of x: [inner, k]
  Linear step;              // [rank + 2 · state, inner]: δ over B over C
  Linear delta;             // [inner, rank], with a bias
  Tensor a_log;             // log −A [inner, state]
  Tensor skip;              // D [inner]
  Linear out;               // [hidden, inner]
};

/// What a layer remembers: "convolution", the last k − 1 inputs (kind/convolution_tail.hpp), and "state", [batch,
/// 1, inner, state]; zeros at first.
void allocate_mamba(StateLayer& state, const MambaLayer& layer, std::int64_t batch, const CodecPtr& tail,
                    const CodecPtr& memory);

/// A whole layer (arXiv 2312.00752, section 3.4; transformers' modeling_mamba.py, MambaMixer), on the new tokens
/// x [batch, tokens, hidden]:
///
///     x, z = W_in x;  x ← silu(conv(x));  δ, B, C = W_step x;  Δ = softplus(W_Δ δ + b)
///     out = W_out (scan(x, Δ, B, C) ⊙ silu(z))
///
/// Each tensor of the state is read once and rewritten once, the convolution's by as many columns as tokens come.
Tensor mamba_layer(StateLayer& state, const MambaLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
