#include <doctest/doctest.h>
#include <set>

#include "cli/transcript.hpp"
#include "support/lines.hpp"

namespace kvtally::complete_test {

namespace {

using test::Words;

// What the program offers for the last word.
std::string offered(const std::string& shell, Words words) {
  words.insert(words.begin(), {"__complete", shell, std::to_string(words.size()), "kvtally"});
  return test::output_of(words);
}

std::string bash(const Words& words) { return offered("bash", words); }

TEST_CASE("commands, with what they do where the shell shows it") {
  CHECK(bash({"co"}) == "compare\ncorpus\ncompletion\n");
  CHECK(offered("zsh", {"mo"}) == "models\tthe models that are known by name\n");
  CHECK(offered("fish", {"mo"}) == offered("zsh", {"mo"}));
  CHECK(bash({"--v"}) == "--version\n");
  CHECK(bash({"frobnicate"}) == "");
  CHECK(bash({"frobnicate", ""}) == "");
}

TEST_CASE("every command of the help is offered") {
  const std::string all = "\n" + bash({""});
  std::size_t commands = 0;
  for (const std::string& line : test::lines_of(test::output_of({"help"}))) {
    if (line.starts_with("  ") && line[2] != ' ') {
      CHECK(all.find("\n" + line.substr(2, line.find(' ', 2) - 2) + "\n") != std::string::npos);
      ++commands;
    }
  }
  CHECK(commands > 12);
}

TEST_CASE("options of the command, those that are given left out by all their names") {
  CHECK(bash({"show", "m", "--con"}) == "--context\n--conv-dtype\n--context-parallel-size\n");
  CHECK(bash({"show", "m", "-c", "4K", "--con"}) == "--conv-dtype\n--context-parallel-size\n");
  CHECK(bash({"show", "m", "--max-model-len=4K", "--ct"}) == "");
  CHECK(bash({"table", "--h"}) == "--highlight\n--help\n");
  CHECK(offered("fish", {"table", "--rev"}) == "--reverse\tthe other way round\n");
  CHECK(bash({"show", "--", "--con"}) == ":files\n");
}

TEST_CASE("every option of every command that its help lists is offered") {
  for (const std::string& command : test::lines_of(bash({""}))) {
    if (command == "help") {
      continue;
    }
    const std::string names = "\n" + bash({command, "-"});
    for (const std::string& line : test::lines_of(test::output_of({command, "--help"}))) {
      if (line.starts_with("  --")) {
        CAPTURE(command);
        CAPTURE(line);
        CHECK(names.find("\n" + line.substr(2, line.find_first_of(" ,", 2) - 2) + "\n") != std::string::npos);
      }
    }
  }
}

TEST_CASE("half-typed lines are no mistakes") {
  CHECK(bash({"show", "--contxt", "5", "--ou"}) == "--output\n--out\n");
  CHECK(bash({"models", "show", "gemma-3-27b", "-o", "j"}) == "json\n");
  CHECK(bash({"show", "-o", "-o", "--si"}) == "--si\n");
}

TEST_CASE("the word under the cursor may stand before others, or not be there yet") {
  CHECK(test::output_of({"__complete", "bash", "1", "kvtally", "tab", "--sort"}) == "table\n");
  CHECK(test::output_of({"__complete", "bash", "2", "kvtally", "completion"}) == "bash\nzsh\nfish\n");
  CHECK(test::output_of({"__complete", "bash", "9", "kvtally", "completion"}) == "bash\nzsh\nfish\n");
  CHECK(test::output_of({"__complete", "bash", "1", "kvtally", "kin"}) == "kinds\n");
}

TEST_CASE("what the scripts never say is bad usage") {
  for (const Words& words :
       {Words{"__complete"}, {"__complete", "bash"}, {"__complete", "bash", "-1", "kvtally"}}) {
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out == "");
    CHECK(outcome.err == "kvtally: __complete needs SHELL CWORD WORDS...\n");
  }
  CHECK(test::output_of({"__complete", "bash", "0"}) == bash({""}));
}

}  // namespace

}  // namespace kvtally::complete_test
