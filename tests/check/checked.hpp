#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "check/asking.hpp"
#include "check/run_checks.hpp"

/// Runs check files that are written in a test.
namespace kvtally::test {

inline FigureSources compiled_in_sources() {
  static const ModelTable table = lecture_table();
  static const Catalogue devices(embedded_files());
  return {describe, &table, &devices};
}

inline Expected<CheckReport> run_text(const std::string& text) {
  const auto tree = parse_yaml("f.yaml", text);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto file = read_check_file(*tree, compiled_in_sources(), false);
  return file ? run_checks(*file, *tree, compiled_in_sources()) : std::unexpected(file.error());
}

/// The problems of a file, each as "line:column: what; expected (suggestion)".
inline std::string problems_of(const std::string& text) {
  const auto report = run_text(text);
  std::string out;
  for (const Problem& p : report ? Problems{} : report.error()) {
    out += fmt::format("{}{}:{}: {}{}{}{}", out.empty() ? "" : "\n", p.place.line, p.place.column, p.what,
                       p.expected.empty() ? "" : "; expected ", p.expected,
                       p.suggestion.empty() ? "" : " (" + p.suggestion + "?)");
  }
  return out;
}

/// A file of one check.
inline std::string one(const std::string& members) { return "checks:\n  - {id: a, " + members + "}\n"; }

}  // namespace kvtally::test
