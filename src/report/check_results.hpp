#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "report/table.hpp"

namespace kvtally {

/// What came of one expectation of a file, or of one claim of a text.
struct CheckResult {
  /// `waiting`: the part of the program that will compute it is not there yet.
  enum class State : std::uint8_t { passed, failed, waiting };
  State state = State::passed;
  std::string id;
  std::string file;
  Place place;           // of the entry in the file; none where it is compiled in
  std::string expected;  // as it is written, or the message that was expected
  std::string equal;     // how it must be met: "exact", "as printed" …; of a claim: empty
  std::string actual;    // the exact figure, or the message of its refusal; empty while it waits
  std::string readable;  // the figure in the unit of what is expected; empty where that is the exact one
  std::string verdict;   // a few words: "as expected", "above", "erratum", "waits for engine"
  std::string why;       // sentences: what is off; may be empty
  std::string note;      // of the file

  // of a claim
  std::string source;
  std::string text;
  std::optional<std::string> printed;

  /// Mistakes with which the figure is what is expected, or printed.
  std::vector<std::string> causes{};  // NOLINT(readability-redundant-member-init)
};

/// The results of one run.
struct CheckReport {
  std::string title;
  std::vector<CheckResult> results;
};

std::size_t count_of(const CheckReport& report, CheckResult::State state);

/// "6 checks: 4 passed, 1 failed, 1 waiting".
std::string counts_of(const CheckReport& report);

/// What is off, and the mistakes that lead to it, one a line; empty where there is nothing to say.
std::string explanation_of(const CheckResult& result);

/// A line for each result, what is off below it, and the counts.
Table table_of(const CheckReport& report);
/// Every field in a column of its own.
Table details_of(const CheckReport& report);
/// kvtally.check/1. `passed` of a result that waits is null.
std::string json_of(const CheckReport& report);
/// JUnit's XML as Jenkins, GitLab and GitHub's actions read it: a test case for each result. What waits is
/// skipped.
std::string junit_of(const CheckReport& report);
/// Workflow commands of GitHub's actions: "::error file=…,line=…,col=…,title=…::…" for each result that is off,
/// and a notice with the counts.
std::string annotations_of(const CheckReport& report);
/// The errata sheet of claims in Markdown: every erratum with the printed and the computed figure; smaller
/// differences; what is not known.
std::string errata_of(const CheckReport& report);

}  // namespace kvtally
