#pragma once

#include <vector>

#include "engine/allocation.hpp"
#include "engine/transformers/reconciliation.hpp"

namespace kvtally::transformers {

/// The caches of generate() as they are behind the last token: tensors by sort of layer, causes, figures.
/// `layers` and `needed` are of this model, in the cache's formats.
void allocate_cache(const Model& model, const std::vector<PlacedLayer>& layers, const Figures& needed,
                    const GenerateSetting& setting, Allocation& out);

}  // namespace kvtally::transformers
