#pragma once

#include <cstdint>

#include "reference/tensor/real.hpp"

/// What proofs have to know of the numbers that the executor computes in.
namespace kvtally {

inline constexpr std::int64_t kRealBytes = sizeof(reference::Real);

/// The largest difference of two ways to compute the same numbers that rounding may explain.
inline constexpr double kProofBound = kRealBytes == sizeof(double) ? 1e-12 : 1e-3;

}  // namespace kvtally
