#pragma once

#include "reference/tensor/real.hpp"

namespace kvtally {

/// The largest difference from a vector's numbers, which are exact to about 1e-14, that rounding may explain.
inline constexpr double kVectorBound = sizeof(reference::Real) == sizeof(double) ? 1e-10 : 1e-3;

}  // namespace kvtally
