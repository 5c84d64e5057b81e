#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/demand_options.hpp"
#include "cli/engine_cache_options.hpp"
#include "cli/model_options.hpp"
#include "cli/placement_options.hpp"
#include "cli/weight_options.hpp"
#include "hardware/device.hpp"

namespace kvtally::cli {

/// The options that fit and plan have in common: a model, what users ask of it, weights, devices, a placement.
struct DeploymentOptions {
  ModelOptions models;
  DemandOptions demand;
  WeightOptions weights;
  PlacementOptions placement;
  EngineCacheOptions engine;
  std::optional<std::string> on;
  bool achieved = false;

  std::vector<Option> options();
};

/// What they say.
struct DeploymentRequest {
  Request models;
  DemandRequest demand;
  WeightRequest weights;
  std::optional<Placement> placement;
  EngineCacheRequest engine;
  bool achieved = false;
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<DeploymentRequest> parse_deployment(const DeploymentOptions& options);

/// The devices of --on, each once, with commas between them and before each one's KEY=VALUE; "all": every one that
/// is known and not named besides.
Expected<std::vector<Device>> devices_of(const std::optional<std::string>& on);

/// The demand with the model's own maximum where no context is asked for. Refused: a model without one, and a
/// context that is longer is listed in `assumptions`.
Expected<Demand> demand_for(const Model& model, const DemandRequest& request,
                            std::vector<std::string>& assumptions);

}  // namespace kvtally::cli
