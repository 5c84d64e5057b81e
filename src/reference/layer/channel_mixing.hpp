#pragma once

#include "reference/cache/state.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// The feed-forward half of an RWKV-7 block.
struct ChannelMixing {
  Tensor share;  // of the token before, in the input: [hidden]
  Linear key;    // [inner, hidden]
  Linear value;  // [hidden, inner]
};

/// W_v relu(W_k x_k)², where x_k is x mixed with the token before (arXiv 2503.14456, section 4; BlinkDL/RWKV-LM,
/// RWKV-v7/rwkv_v7_numpy.py, channel_mixing). The last input of a text is all that it remembers: the tensor
/// "channel-mix shift" [batch, 1, 1, hidden] of the state. x is [batch, tokens, hidden].
Tensor channel_mixing(StateLayer& state, const ChannelMixing& layer, const Tensor& x, Counter& counter);

/// That of RWKV-4, 5 and 6, whose result is gated.
struct GatedChannelMixing {
  ChannelMixing mixing;
  Tensor receptance_share;  // of the token before, in the gate's input: [hidden]
  Linear receptance;        // [hidden, hidden]
};

/// σ(W_r x_r) ⊙ W_v relu(W_k x_k)² (arXiv 2305.13048, section 3.1, and 2404.05892, section 4.3), with the same
/// memory.
Tensor gated_channel_mixing(StateLayer& state, const GatedChannelMixing& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
