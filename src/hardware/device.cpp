#include "hardware/device.hpp"

#include <fmt/format.h>

namespace kvtally {

namespace {

// The formats to which numbers of one can be widened, itself first. bf16 and fp16 are no widenings of one another,
// but what runs a model in one of them where the other is missing.
std::vector<std::string_view> widening(std::string_view format) {
  if (format == "fp4") {
    return {"fp4", "fp8", "bf16", "fp16"};
  }
  if (format == "int4") {
    return {"int4", "int8", "bf16", "fp16"};
  }
  if (format == "fp8" || format == "int8") {
    return {format, "bf16", "fp16"};
  }
  if (format == "bf16") {
    return {"bf16", "fp16"};
  }
  if (format == "fp16") {
    return {"fp16", "bf16"};
  }
  if (format == "tf32") {
    return {"tf32", "fp32_vector"};
  }
  return {format};
}

}  // namespace

std::optional<ChosenPeak> peak_for(const Device& device, std::string_view format) {
  for (const std::string_view candidate : widening(format)) {
    const auto peak = device.peaks.find(candidate);
    if (peak != device.peaks.end() && peak->second.rate) {
      return ChosenPeak{std::string(candidate), *peak->second.rate, candidate != format};
    }
  }
  return std::nullopt;
}

std::expected<ByteRate, std::string> memory_bandwidth(const Device& device, std::string_view memory) {
  if (memory == "memory") {
    return device.bandwidth ? std::expected<ByteRate, std::string>(*device.bandwidth)
                            : std::unexpected(fmt::format("{}: its bandwidth is not published", device.id));
  }
  const auto other = device.other_memory.find(memory);
  if (other == device.other_memory.end()) {
    std::string known = "memory";
    for (const auto& [name, rate] : device.other_memory) {
      known += ", " + name;
    }
    return std::unexpected(
        fmt::format("{}: nothing is known of a memory '{}'; known: {}", device.id, memory, known));
  }
  if (!other->second) {
    return std::unexpected(fmt::format("{}: the bandwidth of its {} is not published", device.id, memory));
  }
  return *other->second;
}

}  // namespace kvtally
