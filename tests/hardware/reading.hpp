#pragma once

#include <doctest/doctest.h>
#include <string>

#include "hardware/device_file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally::test {

/// The profile of a text, or its problems as they are shown.
inline Expected<Profile> profile_of(const std::string& text, const std::string& file = "d.yaml") {
  const auto tree = parse_yaml(file, text);
  return tree ? read_profile(*tree, "d") : std::unexpected(tree.error());
}

inline std::string problems_of(const std::string& text, const std::string& file = "d.yaml") {
  const auto profile = profile_of(text, file);
  return profile ? "" : render(profile.error());
}

/// One that must be right.
inline Profile right(const std::string& text) {
  auto profile = profile_of(text);
  REQUIRE_MESSAGE(profile.has_value(), render(profile.error()));
  return *profile;
}

/// A device with these peaks in TFLOP/s; 0: there is no such unit.
inline Device with_peaks(std::initializer_list<std::pair<std::string, std::int64_t>> peaks) {
  Device out;
  out.id = "d";
  for (const auto& [format, tera] : peaks) {
    const Peak peak{tera == 0 ? std::nullopt : std::optional(OperationRate{Wide{tera} * 1'000'000'000'000})};
    out.peaks.emplace(format, peak);
  }
  return out;
}

}  // namespace kvtally::test
