#include "hardware/profile.hpp"

#include <algorithm>

namespace kvtally {

namespace {

template <class Unit>
void divide(std::optional<Quantity<Unit>>& quantity, std::int64_t devices) {
  if (quantity) {
    quantity->value /= devices;
  }
}

}  // namespace

Device whole_part_of(const Profile& profile) {
  Device out = profile.part;
  if (out.devices_per_part == 1) {
    return out;
  }
  out.id += ":chip";
  out.whole_part = true;
  for (auto* count : {&out.devices_per_node, &out.scale_up_domain}) {
    if (*count) {
      **count = std::max<std::int64_t>(**count / out.devices_per_part, 1);
    }
  }
  return out;
}

Device device_of(const Profile& profile) {
  Device out = profile.part;
  const std::int64_t devices = out.devices_per_part;
  divide(out.usable_memory, devices);
  divide(out.bandwidth, devices);
  divide(out.measured_bandwidth, devices);
  divide(out.measured_matmul, devices);
  divide(out.scale_up.one_way, devices);
  divide(out.host.one_way, devices);
  for (auto& [format, peak] : out.peaks) {
    divide(peak.rate, devices);
  }
  for (auto& [name, rate] : out.other_memory) {
    divide(rate, devices);
  }
  if (out.watts) {
    *out.watts /= devices;
  }
  return out;
}

}  // namespace kvtally
