#pragma once

#include "hardware/device.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// Reads the keys `memory` and `other_memory` of a device file into a part whose devices are known already.
void read_memory(const Fields& fields, Device& part);
void read_other_memory(const Fields& fields, Device& part);

}  // namespace kvtally
