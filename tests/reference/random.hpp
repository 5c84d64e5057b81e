#pragma once

#include <random>

#include "reference/tensor/tensor.hpp"

namespace kvtally::test {

/// Normally distributed numbers, the same for the same seed.
inline reference::Tensor random_tensor(reference::Shape shape, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  reference::Tensor out(std::move(shape));
  for (reference::Real& number : out.values()) {
    number = static_cast<reference::Real>(normal(generator));
  }
  return out;
}

}  // namespace kvtally::test
