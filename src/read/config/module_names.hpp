#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/weight_scheme.hpp"

namespace kvtally {

/// What a quantiser's list of modules says: `lm_head`, `model.layers.3.mlp.gate`, `re:.*self_attn.*`,
/// `model.layers.0*`. Modules that hold no matrix (norms, biases) say nothing.
struct UnconvertedModules {
  std::vector<WeightScheme::Kept> kept;  // by part and tensor, layers ascending
  std::vector<std::string> unread;       // modules that are not known
};

/// `layers`: num_hidden_layers; modules of later layers are the draft's.
UnconvertedModules unconverted(const std::vector<std::string>& modules, std::int64_t layers);

}  // namespace kvtally
