#pragma once

#include "reference/layer/softmax_layer.hpp"

namespace kvtally::reference {

/// A cross-attention layer (Vaswani et al. 2017, section 3.2.3; with normed queries and keys as in Llama 3.2's
/// vision models): its queries come from the text, its keys and values from an encoder's states, which it projects
/// once. The layer has neither rotation nor a mask: position means nothing between two sequences.

/// Projects an encoder's states [batch, states, hidden] and keeps them.
void remember(const Means& means, const SoftmaxLayer& layer, const Tensor& states);

/// The text's tokens x [batch, tokens, hidden] look at all states that are remembered; nothing is added to them.
Attended cross_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x);

}  // namespace kvtally::reference
