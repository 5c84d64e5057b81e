#pragma once

#include <vector>

#include "engine/allocation.hpp"
#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// The paged cache of continuous batching. Without a stated number of blocks or memory it is the blocks that the
/// requests fill, and no count of blocks is a figure.
/// Refused: models whose layers do not have equal keys and values, or no head count, hidden size or vocabulary
/// where memory is to be divided.
Expected<bool> allocate_paged(const Model& model, const std::vector<PlacedLayer>& layers,
                              const GenerateSetting& setting, Allocation& out);

}  // namespace kvtally::transformers
