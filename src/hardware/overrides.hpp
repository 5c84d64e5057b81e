#pragma once

#include <span>
#include <string_view>

#include "core/problem.hpp"
#include "hardware/device.hpp"

namespace kvtally {

/// What a user sets otherwise, `KEY=VALUE` each, applied to a device:
///
///   memory=80GiB       usable memory, exactly: nothing is kept back, and 24GB is not 24GiB
///   bandwidth=3TB/s    peak of the main memory; a measured one no longer holds
///   link=450GB/s       to other devices, one direction; host-link likewise; or none
///   bf16=989TFLOP/s    peak of a format (bf16 fp16 fp8 int8 fp4 int4 tf32); or none. A measured product no longer
///   holds price=$2.50        dollars for one such device and hour
///
/// The problems name `word`, the whole of what the user wrote: an unknown key, a value that is none, a key twice.
Problems apply_overrides(Device& device, std::span<const std::string_view> overrides, std::string_view word);

}  // namespace kvtally
