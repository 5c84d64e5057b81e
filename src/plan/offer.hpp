#pragma once

#include <cstdint>
#include <vector>

#include "hardware/roofline.hpp"

namespace kvtally {

/// A device of a plan that is known well enough to be weighed, in one choice of formats.
struct Offer {
  std::size_t device = 0;  // index into PlanQuestion::devices
  Bytes usable;
  Bytes reserve;
  std::int64_t domain = 1;   // devices that tensor parallelism may join
  std::vector<Rates> rates;  // the same for each stage of every layout
};

}  // namespace kvtally
