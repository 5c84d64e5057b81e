#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/installed.hpp"
#include "support/lines.hpp"

namespace kvtally::completion_test {

namespace {

using test::Folder;

// The program's folder first in PATH, an empty home, a terminal that shells take for one.
std::vector<std::string> environment(const Folder& home) {
  const std::string folder = std::filesystem::path(KVTALLY_PROGRAM).parent_path();
  return {"PATH=" + folder + ":/usr/bin:/bin", "HOME=" + home.path(""), "TERM=xterm", "LC_ALL=C"};
}

// What a shell prints for these lines.
std::string said_by(const std::string& shell, const std::vector<std::string>& arguments) {
  const Folder home;
  const auto outcome = test::run_program(test::installed(shell), arguments, "", environment(home));
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err == "");
  return outcome.out;
}

// The answer of bash's function, as bash would call it at the end of each line.
std::string bash_answers(const std::vector<std::string>& lines) {
  std::string script =
      "source <(kvtally completion bash)\n"
      "at() { COMP_LINE=$1; COMP_POINT=${#1}; _kvtally kvtally; printf '%s|' \"${COMPREPLY[@]}\"; echo; }\n";
  for (const std::string& line : lines) {
    script += "at '" + line + "'\n";
  }
  return said_by("bash", {"--norc", "-c", script});
}

// Types the keys at a shell in a terminal of its own; the typed command writes result.json. True when it holds the
// facts of the model that only completed words name.
void check_typed(const std::string& shell, const std::string& setup) {
  const Folder folder;
  const std::string keys = "PS1=; cd " + folder.path("") + "; " + setup + "\n" +
                           "kvtally models sho\tgemma-3-2\t--outp\tj\t-O res\t\nexit\n";
  folder.write("result.json", "");
  const auto outcome =
      test::run_program(test::installed("script"), {"-qec", shell, "/dev/null"}, keys, environment(folder));
  CAPTURE(outcome.out);
  std::ifstream in(folder.path("result.json"), std::ios::binary);
  const auto facts = nlohmann::json::parse(in, nullptr, false);
  REQUIRE(facts.is_object());
  CHECK(facts["id"] == "gemma-3-27b");
}

TEST_CASE("bash: the function's answers") {
  KVTALLY_NEEDS("bash")
  CHECK(bash_answers({"kvtally sh", "kvtally table --sort ", "kvtally show -c 4K --conv"}) ==
        "show|\nreport|time|vendor|ratio|context|kv|\n--conv-dtype|\n");
}

TEST_CASE("bash ends words at ':' and '=', and replaces what stands behind them") {
  KVTALLY_NEEDS("bash")
  CHECK(bash_answers({"kvtally show llama3.1:8", "kvtally show m --kv-dtype=q8",
                      "kvtally show m --kv-dtype q8_0:q4"}) == "8b|\nq8_0|\nq4_1|q4_0|\n");
}

TEST_CASE("bash: files and folders") {
  KVTALLY_NEEDS("bash")
  const std::string root = KVTALLY_SOURCE_DIR;
  CHECK(bash_answers({"kvtally table -O " + root + "/READ", "kvtally corpus " + root + "/mod",
                      "kvtally table --zoo=" + root + "/mod"}) ==
        root + "/README.md|\n" + root + "/modelzoo|\n" + root + "/modelzoo|\n");
}

TEST_CASE("bash in a terminal completes what is typed") {
  KVTALLY_NEEDS("bash")
  KVTALLY_NEEDS("script")
  check_typed("bash --norc -i", "source <(kvtally completion bash)");
}

TEST_CASE("zsh in a terminal completes what is typed") {
  KVTALLY_NEEDS("zsh")
  KVTALLY_NEEDS("script")
  check_typed("zsh -f -i", "autoload -U compinit; compinit -u -D; source <(kvtally completion zsh)");
}

TEST_CASE("fish: the answers that it shows") {
  KVTALLY_NEEDS("fish")
  const std::string root = KVTALLY_SOURCE_DIR;
  CHECK(said_by("fish", {"--no-config", "-c",
                         "kvtally completion fish | source\n"
                         "complete -C 'kvtally sh'\n"
                         "complete -C 'kvtally show llama3.1:8'\n"
                         "complete -C 'kvtally show m --kv-dtype=q8'\n"
                         "complete -C 'kvtally table -O " +
                             root +
                             "/READ'\n"
                             "complete -C 'kvtally table --zoo=" +
                             root +
                             "/mod'\n"
                             "complete -C 'kvtally corpus " +
                             root +
                             "/mod'\n"
                             "complete -C 'kvtally completion '\n"}) ==
        "show\tlayers, what each keeps, totals at a context\nllama3.1:8b\n--kv-dtype=q8_0\n" + root +
            "/README.md\n--zoo=" + root + "/modelzoo/\n" + root + "/modelzoo/\nbash\nfish\nzsh\n");
}

TEST_CASE("a shell that is none of the three") {
  CHECK(test::refusals({{"completion"}, {"completion", "bsh"}, {"completion", "powershell"}}) ==
        "$ kvtally completion\n[exit 2]\nkvtally: completion needs a SHELL: bash, zsh or fish\n"
        "Try 'kvtally completion --help'.\n\n"
        "$ kvtally completion bsh\n[exit 2]\nkvtally: completion: 'bsh' is none of bash, zsh, fish\n"
        "  did you mean 'bash'?\nTry 'kvtally completion --help'.\n\n"
        "$ kvtally completion powershell\n[exit 2]\nkvtally: completion: 'powershell' is none of bash, zsh, fish\n"
        "Try 'kvtally completion --help'.\n\n");
}

}  // namespace

}  // namespace kvtally::completion_test
