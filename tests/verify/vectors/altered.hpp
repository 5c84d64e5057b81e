#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "support/golden.hpp"
#include "verify/vectors/runner.hpp"

/// A golden vector with one piece of its text changed, to see that its runner finds it.
namespace kvtally::test {

/// The names of the comparisons that fail, without the vector's; the first problem where it cannot be run.
inline std::string failures(const std::string& text) {
  const auto checks = run_vector("v.json", text);
  if (!checks) {
    return checks.error().at(0).what + "; " + checks.error().at(0).expected;
  }
  std::string out;
  for (const Check& check : *checks) {
    out += check.passed ? "" : check.name.substr(check.name.find('/') + 1) + "\n";
  }
  return out;
}

/// A golden vector in which `piece` stands as `other` where it first occurs, from the first `where` on.
inline std::string altered_behind(const std::string& name, std::string_view where, std::string_view piece,
                                  std::string_view other) {
  std::string text = source_text("tests/golden/vectors/" + name + ".json");
  const std::size_t start = text.find(where);
  REQUIRE(start != std::string::npos);
  const std::size_t at = text.find(piece, start);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), other);
}

inline std::string altered(const std::string& name, std::string_view piece, std::string_view other) {
  return altered_behind(name, "", piece, other);
}

/// The failures of such a vector.
inline std::string failures_with(const std::string& name, std::string_view piece, std::string_view other) {
  return failures(altered(name, piece, other));
}

/// Whether such a vector is refused for this reason, perhaps among others.
inline bool refused_with(const std::string& name, std::string_view piece, std::string_view other,
                         std::string_view reason) {
  const auto checks = run_vector("v.json", altered(name, piece, other));
  return !checks && std::ranges::find(checks.error(), reason, &Problem::what) != checks.error().end();
}

}  // namespace kvtally::test
