#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/weights.hpp"
#include "read/gguf/container.hpp"

namespace kvtally {

/// The part that a tensor of llama.cpp's names belongs to. Blocks from `trunk` on are draft layers.
WeightPart weight_part(std::string_view tensor, std::int64_t trunk);

/// What the tensor tables of a model's files hold, without the padding between tensors.
StoredWeights stored_tensors(std::span<const GgufFile> files, std::int64_t trunk);

}  // namespace kvtally
