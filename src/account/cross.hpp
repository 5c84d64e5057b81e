#pragma once

#include "core/quantity.hpp"
#include "model/model.hpp"

namespace kvtally {

/// Bytes that one request keeps for each position of its encoder (or of its image), in all layers together: what
/// cross-attention reads, once computed. Whatever the encoder's length is, it is this times that; draft layers are
/// not counted, and a model without an encoder memory keeps none.
Bytes cross_bytes_per_position(const Model& model);

}  // namespace kvtally
