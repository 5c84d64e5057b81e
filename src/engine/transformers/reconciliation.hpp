#pragma once

#include <string>
#include <vector>

#include "account/figures.hpp"
#include "engine/allocation.hpp"
#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// Causes in the order in which they first appear, each once.
class Reconciliation {
 public:
  void add(const std::string& what, Bytes bytes, const std::string& why = {});
  /// The causes that are not 0.
  std::vector<EngineCause> causes() const;

 private:
  std::vector<EngineCause> causes_;
};

/// One sort of layer: what the model needs for it, and what its cache holds.
struct LayerSort {
  const PlacedLayer* layer = nullptr;
  std::int64_t count = 0;
  Tally needed;                      // of all `count` layers and prompts
  std::vector<CacheTensor> tensors;  // of one layer, all sequences
};

/// Bytes of the tensors of a part, counters apart.
Bytes held_of(const LayerSort& sort, Part part);
Bytes counters_of(const LayerSort& sort);

/// Adds what leads from `sort.needed` to the layers' tensors, one cause after the other: further sequences,
/// expanded latents, division over ranks, tokens held, views, precisions, counters.
void explain(const LayerSort& sort, const GenerateSetting& setting, Reconciliation& out);

}  // namespace kvtally::transformers
