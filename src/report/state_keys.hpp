#pragma once

#include <optional>
#include <string>

#include "report/layer_keys.hpp"

namespace kvtally {

/// Adds the keys of the layer's state: its linear_type and sizes. The error says that no linear_type has this
/// state.
std::optional<std::string> state_keys(const Layer& layer, const Model& model, LayerKeys& keys);

}  // namespace kvtally
