#pragma once

#include "reference/cache/cache.hpp"
#include "reference/kernel/kernel.hpp"

namespace kvtally::reference {

/// The new tokens of one layer, after projections, norms and rotation: [batch, heads, tokens, dim] each. Keys and
/// values of no tokens where a layer makes only queries.
struct NewTokens {
  Tensor query;
  Tensor keys;
  Tensor values;
};

/// With what a layer is computed.
struct Means {
  Cache& cache;
  std::size_t layer = 0;
  const Kernel& kernel;
  Counter& counter;
  const BlockChoice* choice = nullptr;  // what the kernel reads alone, where it reads a choice
};

/// The one line that all softmax attention shares: the container takes the new keys and values and hands out what
/// there is to see, the kernel looks at it through the mask.
Attended attend(const Means& means, const NewTokens& tokens, const Mask& mask, const Scoring& scoring);

}  // namespace kvtally::reference
