#pragma once

#include <string>

#include "model/model.hpp"

namespace kvtally {

/// What a description says of the model's weights, as lines of YAML that read back to the same: sizes at the top
/// level, then the list `weights`. Empty where nothing is known. The vocabulary is not among them.
std::string weights_yaml(const Model& model);

}  // namespace kvtally
