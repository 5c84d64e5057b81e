#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/wide.hpp"

namespace kvtally::transformers {

/// Layers that share block tables: of one type, as many in each group.
struct LayerGroups {
  std::vector<std::vector<std::int64_t>> layers;
  std::vector<std::string> types;  // of each group
  std::int64_t group_size = 0;
};

/// Layers by type in the order in which types appear, each type in chunks of the greatest common divisor of their
/// numbers.
LayerGroups group_layers(const std::vector<std::string>& layer_types);

/// Physical blocks that a request with `allocated` blocks takes when it asks for `requested` more: each for every
/// full group; for every sliding group only until its window is covered.
struct BlockRule {
  std::int64_t full_groups = 0;
  std::int64_t sliding_groups = 0;
  std::int64_t sliding_blocks = 0;  // most of a request in one sliding group: ⌈window ÷ block_size⌉
};
Wide blocks_needed(const BlockRule& rule, Wide requested, Wide allocated);

}  // namespace kvtally::transformers
