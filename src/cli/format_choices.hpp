#pragma once

#include <string>
#include <vector>

#include "cli/deployment.hpp"
#include "plan/search.hpp"

/// Several formats of weights and of entries, with ';' between them, of which every pair is tried.
namespace kvtally::cli {

/// One pair: the model's request and the weights'.
struct FormatChoice {
  Request models;
  WeightRequest weights;
};

/// Whether every one is a format. Each wrong one is named once on standard error.
bool are_formats(const DeploymentOptions& options);

/// Every pair, each once; all of the options must be right.
std::vector<FormatChoice> format_choices(const DeploymentOptions& options);

/// The model and its weights in these formats. What defaults filled is added to `assumptions`, each line once. The
/// problems are those of the model's adaptation and of its weights.
Expected<PlanFormats> formats_of(const Description& description, const FormatChoice& choice,
                                 std::vector<std::string>& assumptions);

}  // namespace kvtally::cli
