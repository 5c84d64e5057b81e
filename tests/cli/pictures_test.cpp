#include <algorithm>
#include <doctest/doctest.h>
#include <iterator>
#include <sstream>

#include "cli/page.hpp"
#include "support/golden.hpp"
#include "support/process.hpp"

namespace kvtally::pictures_test {

namespace {

// A command of the README without the file that it writes to; empty where none writes to that file.
std::vector<std::string> words_of_command(const std::string& file) {
  for (const test::PageStep& step : test::page_of(test::source_text("README.md")).steps) {
    const std::string end = " -O " + file;
    if (step.command.starts_with("kvtally ") && step.command.ends_with(end)) {
      std::istringstream words(step.command.substr(8, step.command.size() - 8 - end.size()));
      return {std::istream_iterator<std::string>(words), {}};
    }
  }
  return {};
}

// KVTALLY_REWRITE_GOLDEN=1 draws them anew.
TEST_CASE("the README's charts are what its commands write") {
  for (const std::string file : {"curves.svg", "roofline.svg"}) {
    CAPTURE(file);
    const std::vector<std::string> words = words_of_command(file);
    REQUIRE_FALSE(words.empty());
    const test::Outcome outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 0);
    test::check_golden("docs/pictures/" + file, outcome.out);
    CHECK(test::source_text("README.md").find("](docs/pictures/" + file + ")") != std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::pictures_test
