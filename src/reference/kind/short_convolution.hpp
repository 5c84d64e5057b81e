#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// A depthwise causal convolution over the newest k tokens: weight [channels, k], bias [channels] or empty.
struct Convolution {
  Tensor weight;
  Tensor bias;
};

/// Short convolution (the cheapest memory there is: Mamba, arXiv 2312.00752, section 3.4; LFM2, arXiv 2511.23404):
///
///     y_t = b + Σ_i w_i x_{t−k+1+i},  i = 0 … k−1, channel by channel
///
/// x and y are [batch, tokens, channels]. What it needs of the past is the last k − 1 inputs, a ring in the state:
/// the input of token t stands in row t mod (k − 1), so that a step writes one row. Call it before the state
/// saw() the tokens. Counts k × channels multiply-adds a token as Work::state.
Tensor short_convolution(StateLayer& state, std::string_view name, const Tensor& x, const Convolution& convolution,
                         Counter& counter);

}  // namespace kvtally::reference
