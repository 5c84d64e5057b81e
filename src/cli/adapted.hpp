#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/model_options.hpp"

namespace kvtally::cli {

/// What is wrong with a request for this model.
Problem refusal(const Model& model, std::string_view what, std::string expected = {});

/// The model with the formats of the request. Refused: a format that a row cannot hold, a layer type that the
/// model lacks, encoder tokens without an encoder memory, --mtp without draft layers.
Expected<Model> adapted(const Description& description, const Request& request);

/// The formats that the request did not name, draft layers that are not counted, and what reading the model took
/// for granted.
std::vector<std::string> assumptions_of(const Model& model, const Request& request);

}  // namespace kvtally::cli
