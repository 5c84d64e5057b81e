#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/wide.hpp"
#include "model/model.hpp"

/// The cut of a model's layers into the stages of a pipeline.
namespace kvtally {

/// Whether a stage may begin at each of the layers. Not between a layer that uses another's memory, or another's
/// choice of entries, and that other one: the stage would need what the one before keeps.
std::vector<bool> possible_cuts(const Model& model);

/// What the layers cost, first to last, and what the first and the last stage have beside their layers.
struct StageCosts {
  std::vector<Wide> layers;
  Wide first = 0;
  Wide last = 0;
};

/// The first layers of `stages` contiguous stages, none empty, whose costliest is as cheap as possible; of those
/// cuts one whose longest stage is shortest. Nothing where there are fewer possible stages.
std::optional<std::vector<std::int64_t>> cut_into(const StageCosts& costs, const std::vector<bool>& cuts,
                                                  std::int64_t stages);

}  // namespace kvtally
