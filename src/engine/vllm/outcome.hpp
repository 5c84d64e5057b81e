#pragma once

#include "engine/allocation.hpp"
#include "engine/vllm/capacity.hpp"

namespace kvtally::vllm {

/// Puts what is held, the figures, the log lines and the assumptions of a capacity into an allocation.
void describe(Allocation& out, const CacheLayers& layers, const Grouping& grouping, const Capacity& capacity,
              const Settings& settings);

}  // namespace kvtally::vllm
