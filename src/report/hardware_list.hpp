#pragma once

#include <vector>

#include "core/print.hpp"
#include "hardware/device.hpp"
#include "report/table.hpp"

namespace kvtally {

/// Devices, one row each, as software sees them.
Table list_of(const std::vector<Device>& devices, Units units);

}  // namespace kvtally
