#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

/// What a short convolution keeps (short_convolution.hpp): its last k − 1 inputs, a ring in a state, in which the
/// input of token t stands in row t mod (k − 1).
namespace kvtally::reference {

/// Gives the state a tail of the last k − 1 inputs, zeros at first, under a name; nothing for k = 1.
void allocate_tail(StateLayer& state, std::string_view name, std::int64_t batch, std::int64_t channels,
                   std::int64_t kernel, CodecPtr codec);

/// The last k − 1 inputs in the order of their tokens: [batch, channels, k − 1]; reading them counts nothing.
Tensor tail_in_order(const StateLayer& state, std::string_view name);

}  // namespace kvtally::reference
