#pragma once

#include "reference/tensor/tensor.hpp"

namespace kvtally {

/// A tensor of numbers between −½ and ½ that look random and are cheap, for runs that only count.
reference::Tensor filler(reference::Shape shape);

/// Normally distributed numbers, the same for the same seed, for runs whose outputs are compared.
reference::Tensor random_tensor(reference::Shape shape, std::uint64_t seed);

}  // namespace kvtally
