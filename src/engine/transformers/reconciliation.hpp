#pragma once

#include <string>
#include <vector>

#include "account/figures.hpp"
#include "engine/cause_list.hpp"
#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// One sort of layer: what the model needs for it, and what its cache holds.
struct CachedSort {
  const PlacedLayer* layer = nullptr;
  std::int64_t count = 0;
  Tally needed;                      // of all `count` layers and prompts
  std::vector<CacheTensor> tensors;  // of one layer, all sequences
};

/// Bytes of the tensors of a part, counters apart.
Bytes held_of(const CachedSort& sort, Part part);
Bytes counters_of(const CachedSort& sort);

/// Adds what leads from `sort.needed` to the layers' tensors, one cause after the other: further sequences,
/// expanded latents, division over ranks, tokens held, views, precisions, counters.
void explain(const CachedSort& sort, const GenerateSetting& setting, CauseList& out);

}  // namespace kvtally::transformers
