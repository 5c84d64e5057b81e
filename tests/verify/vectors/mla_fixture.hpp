#pragma once

#include <doctest/doctest.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/golden.hpp"
#include "verify/vectors/runner.hpp"

namespace kvtally::test {

inline std::string vector_text(std::string_view name) {
  return source_text("tests/golden/vectors/" + std::string(name) + ".json");
}

/// The text with the first `before` in it turned to `after`.
inline std::string altered_text(std::string text, std::string_view before, std::string_view after) {
  const std::size_t at = text.find(before);
  REQUIRE_MESSAGE(at != std::string::npos, "no '" << before << "' in the vector");
  return text.replace(at, before.size(), after);
}

/// The comparisons of a vector that can be run.
inline std::vector<Check> checks_of(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  REQUIRE_MESSAGE(checks.has_value(), (checks ? "" : render(checks.error())));
  return *checks;
}

inline void check_reproduced(std::string_view name, std::size_t checks) {
  CAPTURE(name);
  const std::vector<Check> all = checks_of(vector_text(name));
  CHECK(all.size() >= checks);
  for (const Check& check : all) {
    INFO(check.name << " differs by " << check.error.value_or(0));
    CHECK(check.passed);
  }
}

/// The figures that differ, without the names of the vector and of the kernels; each once.
inline std::set<std::string> failures_of(std::string text) {
  std::set<std::string> names;
  for (const Check& check : checks_of(std::move(text))) {
    if (!check.passed) {
      const std::size_t start = check.name.find('/') + 1;
      names.insert(check.name.substr(start, check.name.rfind(" (") - start));
    }
  }
  return names;
}

/// The first problem of a vector that cannot be run.
inline std::string fault_of(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  REQUIRE_FALSE(checks.has_value());
  const Problem& first = checks.error().front();
  return first.expected.empty() ? first.what : first.what + "; expected " + first.expected;
}

}  // namespace kvtally::test
