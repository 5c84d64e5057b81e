#pragma once

#include <string>
#include <vector>

namespace kvtally::test {

struct Outcome {
  int exit_code = -1;  // 128 + the signal's number when a signal ended it
  std::string out;
  std::string err;
};

/// Runs a program with these arguments and this standard input; `environment` holds NAME=VALUE settings on top of
/// the test's own (without NO_COLOR, TERM and COLUMNS, so that outputs do not depend on where the test runs).
Outcome run_program(const std::string& program, const std::vector<std::string>& arguments,
                    const std::string& input = {}, const std::vector<std::string>& environment = {});

/// Runs kvtally.
Outcome kvtally(const std::vector<std::string>& arguments, const std::string& input = {},
                const std::vector<std::string>& environment = {});

}  // namespace kvtally::test
