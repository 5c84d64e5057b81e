#pragma once

#include <random>

#include "reference/tensor/tensor.hpp"

namespace kvtally {

/// Normally distributed numbers of mean 0 and variance 1; the next ones of the generator.
inline reference::Tensor random_tensor(reference::Shape shape, std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  reference::Tensor out(std::move(shape));
  for (reference::Real& number : out.values()) {
    number = static_cast<reference::Real>(normal(generator));
  }
  return out;
}

}  // namespace kvtally
