#pragma once

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/installed.hpp"
#include "support/process.hpp"

namespace kvtally::test {

/// Runs a program, which must succeed; what it printed.
inline std::string done(const std::string& program, const std::vector<std::string>& arguments,
                        const std::string& input = {}, const std::vector<std::string>& environment = {}) {
  const Outcome outcome = run_program(program, arguments, input, environment);
  REQUIRE_MESSAGE(outcome.exit_code == 0, outcome.out << outcome.err);
  return outcome.out;
}

/// `cmake --install` of this build, into a folder below the given one.
inline std::string install_into(const Folder& folder) {
  std::string prefix = folder.path("prefix");
  done(KVTALLY_CMAKE, {"--install", KVTALLY_BINARY_DIR, "--prefix", prefix});
  return prefix;
}

}  // namespace kvtally::test
