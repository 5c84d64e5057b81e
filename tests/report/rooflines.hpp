#pragma once

#include <doctest/doctest.h>
#include <string>

#include "report/compiled_in.hpp"
#include "report/roofline.hpp"

/// Rooflines of the program's own models on a device with round figures.
namespace kvtally::test {

inline Device round_device() {
  Device device;
  device.id = "round";
  device.name = "A device with round figures";
  device.bandwidth = ByteRate{1'000'000'000'000};
  device.peaks["bf16"].rate = OperationRate{Wide{200} * 1'000'000'000'000};
  return device;
}

inline RooflineQuestion question(Wide context, std::int64_t sequences = 1) {
  RooflineQuestion out;
  out.decode.context = Tokens{context};
  out.decode.sequences = sequences;
  return out;
}

inline Roofline roofline(const std::string& id, const RooflineQuestion& asked,
                         const Device& device = round_device()) {
  const Model model = model_of(id);
  const auto weights = weight_load_for(model, {});
  REQUIRE(weights);
  auto out = roofline_of(model, *weights, {device, false}, asked);
  REQUIRE(out);
  out->kv_dtype = "bf16";
  return *out;
}

}  // namespace kvtally::test
