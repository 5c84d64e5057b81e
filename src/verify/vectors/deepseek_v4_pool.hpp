#pragma once

#include <optional>

#include "reference/cache/pool.hpp"
#include "verify/check.hpp"
#include "verify/vectors/deepseek_v4_layer.hpp"

namespace kvtally {

/// What a source has recorded of a pool at the end of a run.
struct PoolFigures {
  reference::Tensor rows;     // raw, of the tokens without an entry [batch, tokens, dim or 2 dim],
  reference::Tensor gates;    // and their gates, without position bias
  reference::Tensor entries;  // [batch, entries, dim]
  std::int64_t count = 0;     // of entries
  // Ca of the last complete stretch [batch, rate or 0, dim]; its gates with position bias.
  std::optional<reference::Tensor> overlap_rows;
  std::optional<reference::Tensor> overlap_gates;
};

/// Out of one of "final_cache"'s maps, for entries of `dim` numbers.
PoolFigures recorded_pool(const Item& item, std::int64_t dim, const CompressedSizes& sizes);

/// Compares ours, whose gates get the pooling's bias [rate, dim or 2 dim] where the recorded have it. `name`
/// stands before each figure.
void compare_pool(const std::string& name, const PoolFigures& recorded, const reference::Pool& pool,
                  const reference::Tensor& bias, Checks& checks);

}  // namespace kvtally
