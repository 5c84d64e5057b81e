#pragma once

#include <vector>

#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// The linear layers that lie in one: a projection is a row of the weight for each channel, so that fusing is an
/// order of rows and changes no number. In the fused layer there are `blocks` blocks one behind the other, and in
/// each block `parts` parts of equal height; part i of all blocks, one behind the other, is layer i.
///
/// GPT-NeoX's query_key_value has a block a head, [q, k, v] in each; MPT's Wqkv is one block [q, k, v];
/// Qwen3-Next's q_proj has a block a head, [query, gate].
std::vector<Linear> unfused(const Linear& fused, std::int64_t blocks, std::int64_t parts);

/// The same with a height for each part: Qwen3-Next's in_proj_qkvz has a block a key head, [query, key, its value
/// heads' values, their gates] in each.
std::vector<Linear> unfused(const Linear& fused, std::int64_t blocks, const std::vector<std::int64_t>& heights);

}  // namespace kvtally::reference
