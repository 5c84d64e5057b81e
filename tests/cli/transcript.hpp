#pragma once

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/lines.hpp"
#include "support/process.hpp"

namespace kvtally::test {

using Words = std::vector<std::string>;

/// A word as a person would type it.
inline std::string typed(const std::string& word) {
  return word.empty() || word.find_first_of(" ,=*") != std::string::npos ? "'" + word + "'" : word;
}

/// The command, its exit code and what it says on standard error. A command that fails prints nothing else.
inline std::string refusal(const Words& words) {
  std::string line = "$ kvtally";
  for (const std::string& word : words) {
    line += ' ' + typed(word);
  }
  const Outcome outcome = kvtally(words);
  CAPTURE(line);
  CHECK(outcome.exit_code != 0);
  CHECK(outcome.out.empty());
  return line + "\n[exit " + std::to_string(outcome.exit_code) + "]\n" + outcome.err + '\n';
}

inline std::string refusals(const std::vector<Words>& commands) {
  std::string out;
  for (const Words& words : commands) {
    out += refusal(words);
  }
  return out;
}

/// What a command that succeeds prints; it says nothing on standard error.
inline std::string output_of(const Words& words, const std::string& input = {}) {
  const Outcome outcome = kvtally(words, input);
  CHECK_MESSAGE(outcome.exit_code == 0, outcome.err);
  CHECK(outcome.err == "");
  return outcome.out;
}

}  // namespace kvtally::test
