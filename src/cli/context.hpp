#pragma once

#include <string>
#include <vector>

#include "cli/model_options.hpp"

namespace kvtally::cli {

/// The context of a request: the one that is given, else the model's own maximum. Refused: neither is known; a
/// memory of an encoder without a longest output whose length is not given.
Expected<Tokens> context_of(const Model& model, const Request& request);

/// What is to be said of that context: that it is the model's own maximum, or beyond it.
std::vector<std::string> context_assumptions(const Model& model, const Request& request, Tokens context);

}  // namespace kvtally::cli
