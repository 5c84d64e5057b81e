#pragma once

#include <cstdint>

#include "model/model.hpp"

/// Which layers keep what they saw.
namespace kvtally {

/// Whether some memory of the layer keeps an entry for every position, however few of them it reads.
bool keeps_every_position(const Layer& layer);

/// How many of the model's layers keep every position: 8.4 of the lecture calls them the full ones.
std::int64_t full_layer_count(const Model& model);

}  // namespace kvtally
