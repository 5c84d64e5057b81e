#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/golden.hpp"

namespace kvtally::parser_test {

namespace {

using test::Words;

TEST_CASE("the help of each command fits 80 columns") {
  for (const std::string command : {"table", "show", "compare", "curve", "roofline", "fit", "plan", "models",
                                    "hardware", "kinds", "corpus", "schema", "completion", "licenses"}) {
    CAPTURE(command);
    const std::string help = test::output_of({command, "--help"});
    CHECK(test::output_of({command, "-h"}) == help);
    for (const std::string& line : test::lines_of(help)) {
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

TEST_CASE("an option given twice, without its value, a switch with one, and a word too many") {
  test::check_golden("tests/golden/cli/wrong-words.txt",
                     test::refusals({{"show", "llama-2-7b", "-c", "1", "-c", "2"},
                                     {"show", "llama-2-7b", "-c", "1", "--max-model-len=2"},
                                     {"show", "llama-2-7b", "-b", "1", "--batch", "1"},
                                     {"show", "llama-2-7b", "-c"},
                                     {"show", "llama-2-7b", "--kv-dtype"},
                                     {"table", "--sort"},
                                     {"show", "deepseek-v3", "--mtp=1"},
                                     {"table", "--reverse=yes"},
                                     {"table", "--highlight=0"},
                                     {"table", "a", "b"},
                                     {"table", "a", "b", "c"},
                                     {"models", "--", "x"}}));
}

// What the library behind the parser would let pass or say in words of its own.
TEST_CASE("a value behind an equals sign is one, and a switch has none, whatever stands there") {
  const std::pair<Words, std::string> rows[] = {
      {{"show", "llama-2-7b", "--context="}, "--context needs TOKENS"},
      {{"show", "llama-2-7b", "--kv-dtype="}, "--kv-dtype needs FORMAT"},
      {{"show", "deepseek-v3", "--mtp="}, "--mtp takes no value"},
      {{"show", "deepseek-v3", "--mtp=true"}, "--mtp takes no value"},
      {{"table", "--si=true"}, "--si takes no value"},
      {{"table", "--help=1"}, "--help takes no value"},
  };
  for (const auto& [words, what] : rows) {
    const auto outcome = test::kvtally(words);
    CAPTURE(words.back());
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.err == "kvtally: " + what + "\nTry 'kvtally " + words.front() + " --help'.\n");
  }
}

TEST_CASE("two dashes end the options") {
  const std::string sheet = test::output_of({"show", "llama-2-7b"});
  CHECK(test::output_of({"show", "--", "llama-2-7b"}) == sheet);
  CHECK(test::output_of({"show", "llama-2-7b", "--"}) == sheet);
  CHECK(test::output_of({"table", "--", "attention-evolution"}) == test::output_of({"table"}));
  test::check_golden("tests/golden/cli/two-dashes.txt", test::refusals({{"show", "--", "--si"},
                                                                        {"show", "-c", "5", "--", "--help"},
                                                                        {"table", "--", "--sort"},
                                                                        {"show", "--"}}));
}

TEST_CASE("a suggestion is never an option of one letter") {
  for (const std::string word : {"-d", "-x", "-C", "--o", "--c", "-"}) {
    CAPTURE(word);
    const std::string err = test::kvtally({"show", "llama-2-7b", word}).err;
    CHECK(err.find("did you mean '-o'") == std::string::npos);
    CHECK(err.find("did you mean '-c'") == std::string::npos);
    CHECK(err.find("did you mean '-b'") == std::string::npos);
  }
}

TEST_CASE("help is pointed at once, whatever the number of complaints") {
  const Words many{"show", "xyzzy", "plugh", "-c", "0", "-b", "0", "--kv-dtype", "a:b", "-o", "x"};
  for (const Words& words : {many, {"show", "xyzzy", "plugh"}, {"table", "--kv-dtype", "fp8_ds_mla"}}) {
    const std::string err = test::kvtally(words).err;
    const std::string pointer = "Try 'kvtally " + words.front() + " --help'.\n";
    CHECK(err.find(pointer) == err.size() - pointer.size());
  }
}

}  // namespace

}  // namespace kvtally::parser_test
