#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "verify/vectors/altered.hpp"

/// Golden vectors as a whole: that they are reproduced, and that a wrong number in them is found.
namespace kvtally::test {

/// The golden vectors whose names begin so.
inline std::vector<std::string> vectors_named(std::string_view begin) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(KVTALLY_SOURCE_DIR "/tests/golden/vectors")) {
    if (entry.path().filename().string().starts_with(begin)) {
      names.push_back(entry.path().stem().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

inline void check_reproduced(const std::string& name) {
  CAPTURE(name);
  CHECK(failures(source_text("tests/golden/vectors/" + name + ".json")) == "");
}

/// The comparisons that fail when the first number of an array is another.
inline std::string failures_without_first_number(const std::string& name, const std::string& array) {
  std::string text = source_text("tests/golden/vectors/" + name + ".json");
  const std::size_t member = text.find("\"" + array + "\":{");
  REQUIRE(member != std::string::npos);
  const std::size_t from = text.find("\"data\":[", member) + 8;
  return failures(text.replace(from, text.find_first_of(",]", from) - from, "7"));
}

/// The same of its last number.
inline std::string failures_without_last_number(const std::string& name, const std::string& array) {
  std::string text = source_text("tests/golden/vectors/" + name + ".json");
  const std::size_t member = text.find("\"" + array + "\":{");
  REQUIRE(member != std::string::npos);
  const std::size_t end = text.find(']', text.find("\"data\":[", member));
  const std::size_t from = text.find_last_of(",[", end) + 1;
  return failures(text.replace(from, end - from, "7"));
}

}  // namespace kvtally::test
