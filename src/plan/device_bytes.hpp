#pragma once

#include <cstdint>
#include <vector>

#include "plan/placement.hpp"

namespace kvtally {

/// What requests keep on the devices of a placement.
struct DeviceBytes {
  std::vector<Bytes> stages;  // on the fullest device of each stage of the pipeline
  Bytes fullest;
  std::size_t fullest_stage = 0;
  Bytes all;  // on all devices together
};

/// `batch` requests with `seen` tokens each, over the dp groups: ⌈batch ÷ dp⌉ of them on the fullest one.
/// `stages`: of stages_of for the same placement.
DeviceBytes device_bytes(const std::vector<Stage>& stages, const Placement& placement, Tokens seen,
                         std::int64_t batch, bool drafting);

}  // namespace kvtally
