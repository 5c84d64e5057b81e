#pragma once

#include "verify/random/tensor.hpp"

namespace kvtally::test {

/// Normally distributed numbers, the same for the same seed.
inline reference::Tensor random_tensor(reference::Shape shape, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  return kvtally::random_tensor(std::move(shape), generator);
}

}  // namespace kvtally::test
