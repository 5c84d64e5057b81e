#pragma once

#include "engine/allocation.hpp"

namespace kvtally {

/// The allocation. Refused: bytes or a figure beyond 64 bits, which nothing could print.
Expected<Allocation> within_bounds(const Model& model, Allocation allocation);

}  // namespace kvtally
