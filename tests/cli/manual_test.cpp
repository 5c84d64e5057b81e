#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/installed.hpp"
#include "support/lines.hpp"

namespace kvtally::manual_test {

namespace {

std::string page() { return test::output_of({"__man", "2026-11-30"}); }

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// The page as a terminal shows it.
std::string rendered(const test::Folder& folder) {
  const auto outcome = test::run_program(test::installed("mandoc"), {"-T", "ascii", folder.path("kvtally.1")});
  CHECK(outcome.exit_code == 0);
  std::string out;
  for (std::size_t i = 0; i < outcome.out.size(); ++i) {  // bold is a letter, a backspace and the letter again
    if (outcome.out[i] == '\b') {
      out.pop_back();
    } else {
      out += outcome.out[i];
    }
  }
  return out;
}

TEST_CASE("mandoc finds nothing to say about the manual page") {
  KVTALLY_NEEDS("mandoc")
  const test::Folder folder;
  folder.write("kvtally.1", page());
  const auto outcome = test::run_program(test::installed("mandoc"), {"-T", "lint", folder.path("kvtally.1")});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "");
  CHECK(outcome.err == "");
  folder.write("kvtally.1", page() + ".Xx no such macro\n");  // it does look
  CHECK(test::run_program(test::installed("mandoc"), {"-T", "lint", folder.path("kvtally.1")}).exit_code != 0);
}

TEST_CASE("each command has its section, and each option of its help an item") {
  const std::string text = page();
  for (const std::string& line : test::lines_of(test::output_of({"help"}))) {
    if (!line.starts_with("  ") || line[2] == ' ') {
      continue;
    }
    const std::string command = line.substr(2, line.find(' ', 2) - 2);
    CAPTURE(command);
    const std::size_t start = text.find(".Ss kvtally " + command + "\n");
    REQUIRE(start != std::string::npos);
    const std::string section = text.substr(start, text.find("\n.El\n", start) - start);
    const std::string help = test::output_of({command, "--help"});
    const std::string options = help.substr(help.find("\noptions\n"));
    CHECK(times(section, "\n.It Fl ") == times(options, "\n  -"));
  }
}

TEST_CASE("the page as it is read") {
  KVTALLY_NEEDS("mandoc")
  const test::Folder folder;
  folder.write("kvtally.1", page());
  const std::string shown = rendered(folder);
  CHECK(shown.find("\n     kvtally - what a language model's memory of the past costs\n") != std::string::npos);
  CHECK(shown.find("     --sort KEY\n") != std::string::npos);
  CHECK(shown.find("     -c, --context, --max-model-len, --ctx-size TOKENS\n") != std::string::npos);
  CHECK(shown.find("           kvtally table\n") != std::string::npos);
  CHECK(shown.find("November 30, 2026") != std::string::npos);
  for (const char* title :
       {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"}) {
    CAPTURE(title);
    CHECK(shown.find("\n" + std::string(title) + "\n") != std::string::npos);
  }
}

TEST_CASE("the examples of the page run") {
  int examples = 0;
  for (const std::string& line : test::lines_of(page())) {
    if (line.starts_with(".Dl kvtally ") && line.find("./config.json") == std::string::npos) {
      CAPTURE(line);
      const auto outcome = test::run_program("/bin/sh", {"-c", KVTALLY_PROGRAM + line.substr(11)});
      CHECK(outcome.exit_code == 0);
      CHECK(outcome.err == "");
      ++examples;
    }
  }
  CHECK(examples == 3);
}

TEST_CASE("the page needs a date") {
  for (const test::Words& words : {test::Words{"__man"},
                                   {"__man", "2026-13-01"},
                                   {"__man", "today"},
                                   {"__man", "2026-1a-01"},
                                   {"__man", "2026-11-30", "x"}}) {
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out == "");
    CHECK(outcome.err == "kvtally: __man needs a DATE, as in 2026-11-30\n");
  }
}

}  // namespace

}  // namespace kvtally::manual_test
