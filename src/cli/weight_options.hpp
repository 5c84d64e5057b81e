#pragma once

#include <optional>
#include <string>
#include <vector>

#include "account/weight_load.hpp"
#include "cli/command.hpp"
#include "core/problem.hpp"
#include "hardware/roofline.hpp"

namespace kvtally::cli {

/// The options that say how a model's weights are stored and what a step reads of them.
struct WeightOptions {
  std::optional<std::string> weight_dtype;
  std::optional<std::string> active;
  bool whole_weights = false;
  bool published = false;

  std::vector<Option> options();
};

/// What they say.
struct WeightRequest {
  std::optional<WeightScheme> scheme;
  std::optional<std::int64_t> active;  // parameters that a step reads
  bool whole = false;
  bool published = false;  // the published number of parameters, not the shapes
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<WeightRequest> parse_weights(const WeightOptions& options);

/// What a step reads as the request has it: parameters in the format of the scheme's matrices (the one asked for,
/// else the model's usual one).
WeightReading reading_of(const WeightRequest& request, const Model& model);

/// The weights as the request has them (weight_load_for, load_published). A problem names the model and a fact
/// that is missing.
Expected<WeightLoad> weights_of(const Model& model, const WeightRequest& request);

}  // namespace kvtally::cli
