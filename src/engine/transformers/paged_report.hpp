#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/allocation.hpp"
#include "engine/transformers/paged_groups.hpp"
#include "engine/transformers/paged_memory.hpp"
#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// A paged cache that is sized.
struct PagedLayout {
  KeyValueStore rows;      // of each layer, undivided
  std::int64_t heads = 0;  // of them on one rank
  std::optional<std::int64_t> window;
  LayerGroups groups;
  BlockRule rule;
  std::int64_t max_blocks_per_request = 0;  // in a block table
  PagedShape shape;                         // where memory is stated
  std::optional<Wide> num_blocks;           // nothing: the memory is not stated
  std::optional<Wide> max_batch_tokens;     // likewise
  Wide per_request = 0;                     // blocks of one request of the context
  Wide shared_blocks = 0;                   // that the sequences of one prompt do not hold again
  Wide fork_blocks = 0;                     // new ones when the prompt's cache is forked to its other sequences
  Wide filled = 0;                          // blocks that all requests fill
};

/// Its tensors, causes, figures and log lines.
void report_paged(const PagedLayout& layout, const std::vector<PlacedLayer>& layers,
                  const GenerateSetting& setting, Allocation& out);

}  // namespace kvtally::transformers
