#pragma once

#include "core/wide.hpp"
#include "model/parts.hpp"

namespace kvtally {

/// How many entries a pooling has made once `seen` tokens are there: one of the first `span`, then one for `every`
/// further tokens.
inline Wide pooled_count(const Pooled& pooling, Wide seen) {
  return seen < pooling.span ? 0 : (seen - pooling.span) / pooling.every + 1;
}

}  // namespace kvtally
