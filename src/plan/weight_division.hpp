#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/weight_load.hpp"
#include "model/model.hpp"
#include "plan/division.hpp"
#include "plan/placement.hpp"
#include "plan/weight_rules.hpp"

/// What one device has of the weights (plan/weight_rules.hpp), and where in a pipeline that is.
namespace kvtally {

/// A group of weights as one device has it, and the layers that share it evenly.
struct PlacedGroup {
  WeightGroup group;
  StagePlace place = StagePlace::layers;
  std::vector<bool> at;     // of StagePlace::layers: for each layer of the model whether it has a share
  std::int64_t layers = 0;  // how many have
};

struct DividedWeights {
  std::vector<PlacedGroup> groups;
  std::vector<std::string> assumptions;
};

/// The groups of `load` as one device of the placement holds them. `device`: the model with the device's heads.
/// Experts stay E copies of which a token uses k, each with the device's mean share of it, ⌈E ÷ ep⌉ ÷ E: the bytes
/// held, and the experts that a batch is expected to read, E/ep × (1−(1−k/E)^B), both come out right.
DividedWeights divide_weights(const Model& model, const Model& device, const WeightLoad& load,
                              const Placement& placement, Refusals& refusals);

/// What the stage of layers first … last−1 has of a group; nothing where it has none of it.
std::optional<WeightGroup> stage_share(const PlacedGroup& placed, std::int64_t first, std::int64_t last);

/// The layers' feed-forwards, first to last: whether each is a mixture of experts. Empty where that is not known.
std::vector<bool> sparse_layers(const Model& model);

}  // namespace kvtally
