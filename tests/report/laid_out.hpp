#pragma once

#include "report/roofline_layout.hpp"
#include "report/rooflines.hpp"

/// Models laid over devices with round figures and a link.
namespace kvtally::test {

inline Device linked_device() {
  Device device = round_device();
  device.scale_up = {"a link", ByteRate{100'000'000'000}};
  device.scale_up_domain = 1024;
  device.usable_memory = Bytes{80'000'000'000};
  device.usable_basis = "round";
  device.sources = {"a page"};
  return device;
}

inline Roofline laid(const std::string& id, const Placement& placement, std::int64_t requests = 8,
                     Wide context = 4096) {
  RooflineQuestion asked = question(context, requests);
  asked.placement = placement;
  return roofline(id, asked, linked_device());
}

}  // namespace kvtally::test
