#pragma once

#include <algorithm>
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

/// What every way of installing puts below a prefix, and `more` of its own; sorted.
inline std::vector<std::string> installed_files(std::vector<std::string> more) {
  const std::string lib = KVTALLY_LIBDIR;
  more.insert(more.end(),
              {"bin/kvtally", "include/kvtally/kvtally.hpp", lib + "/libkvtally.a",
               lib + "/cmake/kvtally/kvtally-config-version.cmake", lib + "/cmake/kvtally/kvtally-config.cmake",
               lib + "/cmake/kvtally/kvtally-targets-" KVTALLY_CONFIG ".cmake",
               lib + "/cmake/kvtally/kvtally-targets.cmake", lib + "/pkgconfig/kvtally.pc",
               "share/bash-completion/completions/kvtally", "share/doc/kvtally/changelog.gz",
               "share/doc/kvtally/copyright", "share/fish/vendor_completions.d/kvtally.fish",
               "share/man/man1/kvtally.1.gz"});
  std::ranges::sort(more);
  return more;
}

}  // namespace kvtally::test
