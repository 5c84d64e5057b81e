#pragma once

#include <string>
#include <vector>

#include "page/sections/depth.hpp"
#include "page/words.hpp"

/// Sentences on models' depths (page/sections/depth.hpp).
namespace kvtally {

/// Both coefficients redone from sums. The models have coefficients.
std::vector<std::string> coefficient_arithmetic(const std::vector<Depth>& models, const Words& words);

/// Whether the full layers of a model stand where one in four and the last one would.
std::string placement_words(const Model& model, const Words& words);

}  // namespace kvtally
