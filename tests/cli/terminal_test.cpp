#include <doctest/doctest.h>
#include <filesystem>

#include "cli/transcript.hpp"

namespace kvtally::terminal_test {

namespace {

constexpr const char* kScript = "/usr/bin/script";

// What the program prints in a terminal; `script` of util-linux makes one.
std::string in_terminal(const std::string& words, const std::string& setting) {
  const auto outcome = test::run_program(
      kScript, {"-qec", std::string(KVTALLY_PROGRAM) + " " + words, "/dev/null"}, {}, {setting, "SHELL=/bin/sh"});
  CHECK_MESSAGE(outcome.exit_code == 0, outcome.err);
  CHECK(outcome.out.find("GPT-3 175B") != std::string::npos);
  return outcome.out;
}

std::string unix_lines(std::string text) {
  std::erase(text, '\r');
  return text;
}

// Whether the `script` at hand is the one of util-linux.
bool can_make_a_terminal() {
  return std::filesystem::exists(kScript) &&
         test::run_program(kScript, {"--version"}).out.find("util-linux") != std::string::npos;
}

TEST_CASE("colour is on in a terminal, and off with NO_COLOR or a dumb one") {
  if (!can_make_a_terminal()) {
    MESSAGE("skipped: no script(1) of util-linux");
    return;
  }
  const std::string coloured = test::output_of({"table", "--color", "always"});
  const std::string plain = test::output_of({"table"});
  CHECK(unix_lines(in_terminal("table", "TERM=xterm-256color")) == coloured);
  CHECK(unix_lines(in_terminal("table", "NO_COLOR=1")) == plain);
  CHECK(unix_lines(in_terminal("table", "TERM=dumb")) == plain);
  CHECK(unix_lines(in_terminal("table --color always", "NO_COLOR=1")) == coloured);
  CHECK(unix_lines(in_terminal("table --color never", "TERM=xterm-256color")) == plain);
}

}  // namespace

}  // namespace kvtally::terminal_test
