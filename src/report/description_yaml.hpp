#pragma once

#include <expected>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// A model as a description (docs/model-yaml.md), written from its parts, whatever it was read from. It reads back
/// to an equal model but for the id: this is tried before the text is returned. Facts of the weights alone are no
/// part of a model, and are lost.
///
/// The errors, as sentences: parts that no description can say, such as a format other than a model's own. An
/// assumption of the model that the description need not make any more becomes a comment.
std::expected<std::string, std::vector<std::string>> description_of(const Model& model);

}  // namespace kvtally
