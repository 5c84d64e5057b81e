#pragma once

#include "account/figures.hpp"
#include "engine/allocation.hpp"
#include "engine/vllm/capacity.hpp"

namespace kvtally::vllm {

/// Why the fullest worker's bytes differ from what the model keeps for these requests, in the order in which a
/// page comes about. They add up to allocated - needed.
std::vector<EngineCause> causes_of(const Figures& kept, const CacheLayers& layers, const Grouping& grouping,
                                   const Capacity& capacity, const Settings& settings);

}  // namespace kvtally::vllm
