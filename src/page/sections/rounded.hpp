#pragma once

#include <string>

#include "core/wide.hpp"

namespace kvtally {

/// How many times `small` goes into `large`, to read: whole from 10 on ("846"), below that with one decimal unless
/// it is 0 ("2.8", "4"). Halves round up. `small` is above 0.
std::string rounded_times(Wide large, Wide small);

}  // namespace kvtally
