#include "report/device_words.hpp"

#include <fmt/format.h>

namespace kvtally {

std::string peak_words(const Device& device, std::string_view format) {
  const auto peak = device.peaks.find(format);
  if (peak == device.peaks.end()) {
    return std::string(kNotPublished);
  }
  return peak->second.rate ? number_words(static_cast<double>(peak->second.rate->value) / 1e12) : "none";
}

std::string number_words(double value) {
  std::string digits = fmt::format("{:.2f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) {
    digits.pop_back();
  }
  return digits;
}

std::optional<double> ridge_of(const Device& device, std::string_view format) {
  const auto peak = device.peaks.find(format);
  if (peak == device.peaks.end() || !peak->second.rate || !device.bandwidth) {
    return std::nullopt;
  }
  return static_cast<double>(peak->second.rate->value) / static_cast<double>(device.bandwidth->value);
}

std::string confidence_words(char confidence) {
  switch (confidence) {
    case 'A': return "A: a page of the vendor's";
    case 'B': return "B: a file of the vendor's, or a table that cites the vendor's page";
    case 'C': return "C: secondary";
    default: return "D: derived or disputed";
  }
}

bool approximate(const Device& device) { return device.confidence == 'C' || device.confidence == 'D'; }

}  // namespace kvtally
