#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

namespace kvtally::test {

/// The path of a program of this machine; empty when it is not installed.
inline std::string installed(const std::string& name) {
  const char* value = std::getenv("PATH");
  std::istringstream folders(value == nullptr ? "" : value);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder + "/" + name, ignored)) {
      return folder + "/" + name;
    }
  }
  return {};
}

}  // namespace kvtally::test

/// Ends a test case that needs a program that this machine does not have. ctest counts it as skipped by this
/// sentence (tests/CMakeLists.txt).
#define KVTALLY_NEEDS(name)                                \
  if (kvtally::test::installed(name).empty()) {            \
    MESSAGE("skipped: " << (name) << " is not installed"); \
    return;                                                \
  }
