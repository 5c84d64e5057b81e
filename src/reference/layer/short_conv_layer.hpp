#pragma once

#include "reference/kind/short_convolution.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// A layer that mixes tokens by a gated short convolution alone.
struct ShortConvLayer {
  Linear in;                // [3 · hidden, hidden]: B over C over x
  Convolution convolution;  // [hidden, k]
  Linear out;               // [hidden, hidden]
};

/// What a layer remembers: "convolution", the last k − 1 inputs (kind/convolution_tail.hpp), zeros at first.
void allocate_short_conv(StateLayer& state, const ShortConvLayer& layer, std::int64_t batch, const CodecPtr& tail);

/// What goes through the convolution, B ⊙ x, and the gate C behind it; [batch, tokens, hidden] each.
struct ShortConvTokens {
  Tensor in;
  Tensor gate;
};
ShortConvTokens short_conv_tokens(const ShortConvLayer& layer, const Tensor& x, Counter& counter);

/// A whole layer (LFM2, arXiv 2511.23404; transformers' modeling_lfm2.py, Lfm2ShortConv), on the new tokens
/// x [batch, tokens, hidden]; there is no activation:
///
///     B, C, x = W_in x;  out = W_out (C ⊙ conv(B ⊙ x))
Tensor short_conv_layer(StateLayer& state, const ShortConvLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
