#pragma once

#include <expected>
#include <string>

#include "hardware/device.hpp"

/// What devices reach of their peaks: as somebody measured it on the device, else the usual fraction of its sort.
/// A measured product may pass the printed peak, whose clock it passes; it is not cut.
namespace kvtally {

struct AchievedBandwidth {
  ByteRate rate;
  std::string assumption;  // "h200-sxm: 3.534 TB/s of its memory's 4.8 TB/s (0.736), as measured"
};

/// The error: neither a measurement nor a usual fraction is known, or no peak that it would be a fraction of.
std::expected<AchievedBandwidth, std::string> achieved_bandwidth(const Device& device);

struct AchievedMatmul {
  OperationRate rate;
  std::string assumption;
};

/// For numbers of 16 bits.
std::expected<AchievedMatmul, std::string> achieved_matmul(const Device& device);

/// For the unit of a peak that peak_for chose: the same fraction of it as of the peak for 16 bits.
std::expected<AchievedMatmul, std::string> achieved_matmul(const Device& device, const ChosenPeak& peak);

}  // namespace kvtally
