#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/weights.hpp"

namespace kvtally {

/// Which part of a model a tensor belongs to, by its name in a safetensors file: the names of transformers'
/// models, of makers' own code, and of Mistral's consolidated files. A layer whose number is `layers` or more is
/// the model's draft (MTP) layer. A name that no row knows is `other`.
WeightPart part_of_tensor(std::string_view name, std::optional<std::int64_t> layers);

/// Whether a tensor of that name holds what belongs to a quantisation (scales, zero points, tables), or a buffer
/// (masks, positions): its elements are no parameters.
bool is_constant_tensor(std::string_view name);

}  // namespace kvtally
