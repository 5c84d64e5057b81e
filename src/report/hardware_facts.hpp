#pragma once

#include <string>
#include <vector>

#include "core/print.hpp"
#include "hardware/device.hpp"
#include "report/table.hpp"

namespace kvtally {

/// All that is known of a device: its figures, which of them are not published, the ridge of each format, its
/// trap, notes and sources.
std::string facts_of(const Device& device, const Look& look, Units units);

/// kvtally.hardware/1, of any number of devices.
std::string json_of(const std::vector<Device>& devices);

}  // namespace kvtally
