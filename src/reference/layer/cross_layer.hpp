#pragma once

#include <optional>

#include "reference/layer/softmax_layer.hpp"

namespace kvtally::reference {

/// A cross-attention layer, with normed queries and keys as in Llama 3.2's vision models: queries of the text's
/// tokens x [batch, tokens, hidden], keys and values of an encoder's states [batch, states, hidden], which come
/// with the first call and are projected once; later calls find them in the container, a CrossLayer. Rotation,
/// mask and temperature mean nothing between two sequences: the layer has none.
Attended cross_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x,
                     const std::optional<Tensor>& states);

}  // namespace kvtally::reference
