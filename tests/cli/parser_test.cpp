#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/golden.hpp"

namespace kvtally {

namespace {

TEST_CASE("the help of each command fits 80 columns") {
  for (const std::string command : {"table", "show", "curve", "models", "kinds"}) {
    CAPTURE(command);
    const std::string help = test::output_of({command, "--help"});
    CHECK(test::output_of({command, "-h"}) == help);
    for (const std::string_view line : split(help, '\n')) {
      CHECK(display_width(line) <= 80);
    }
    test::check_golden("tests/golden/cli/help-" + command + ".txt", help);
  }
}

TEST_CASE("help wins over what else is on the line") {
  CHECK(test::output_of({"show", "nobody", "--help"}) == test::output_of({"show", "--help"}));
}

TEST_CASE("unknown options and words too many") {
  test::check_golden("tests/golden/cli/unknown-options.txt",
                     test::refusals({{"show", "--contxt", "5", "llama-2-7b"},
                                     {"show", "llama-2-7b", "--frobnicate"},
                                     {"table", "--batch", "2"},
                                     {"models", "-x"},
                                     {"models", "llama"}}));
}

TEST_CASE("values stand behind a space, an equals sign or the short name") {
  const std::string four = test::output_of({"show", "llama-2-7b", "-c", "4096", "-b", "2"});
  CHECK(test::output_of({"show", "--context=4096", "--batch=2", "llama-2-7b"}) == four);
  CHECK(test::output_of({"show", "-c4096", "-b2", "llama-2-7b"}) == four);
  CHECK(test::output_of({"show", "llama-2-7b", "--max-model-len", "4096", "-b", "2"}) == four);
  CHECK(test::output_of({"show", "llama-2-7b", "--ctx-size", "4096", "-b", "2"}) == four);
}

TEST_CASE("an option given twice and a missing value are refused") {
  for (const test::Words& words : {test::Words{"show", "llama-2-7b", "-c", "1", "-c", "2"},
                                   {"show", "llama-2-7b", "-c"},
                                   {"show", "llama-2-7b", "--kv-dtype"},
                                   {"table", "a", "b"}}) {
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.starts_with("kvtally: "));
    CHECK(outcome.err.ends_with("--help'.\n"));
  }
}

}  // namespace

}  // namespace kvtally
