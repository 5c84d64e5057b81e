#pragma once

#include "reference/tensor/tensor.hpp"

namespace kvtally {

/// A tensor of numbers between −½ and ½ that look random and are cheap, for runs that only count.
reference::Tensor filler(reference::Shape shape);

}  // namespace kvtally
