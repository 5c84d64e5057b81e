#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>

#include "cli/page.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"
#include "support/installed.hpp"
#include "support/lines.hpp"
#include "support/process.hpp"

namespace kvtally::readme_test {

namespace {

namespace fs = std::filesystem;

using test::Page;
using test::PageStep;

const fs::path kSource = KVTALLY_SOURCE_DIR;
constexpr const char* kExitCode = "echo $?";

// What stands in for files and folders of the reader's that a page does not show; beside them there is tests/.
constexpr std::pair<const char*, const char*> kReaders[] = {
    {"FILE.yaml", "modelzoo/gemma-3-27b.yaml"},
    {"DIR", "tests/data/corpus_folder"},
    {"caches.yaml", "tests/data/checks/good.yaml"},
    {"path/to/config.json", "tests/data/configs/llama-3.1-405b.json"},
    {"path/to/folder", "tests/data/corpus_folder/hybrid"},
};

// The folder in which a reader of a page types: every page begins with one of its own.
class Desk {
 public:
  Desk() {
    for (const auto& [name, source] : kReaders) {
      fs::create_directories(fs::path(folder_.path(name)).parent_path());
      fs::copy(kSource / source, folder_.path(name), fs::copy_options::recursive);
    }
    fs::create_directory_symlink(kSource / "tests", folder_.path("tests"));
  }

  void write(const PageStep& step) const {
    REQUIRE_FALSE(step.file.starts_with("tests/"));
    fs::create_directories(fs::path(folder_.path(step.file)).parent_path());
    std::string content;
    for (const std::string& line : step.shown) {
      content += line + '\n';
    }
    folder_.write(step.file, content);
  }

  // In a shell that knows the exit code of the command before, so that `echo $?` prints it. What is said on
  // standard error stands where a terminal would show it.
  [[nodiscard]] test::Outcome type(const std::string& command, int exit_before) const {
    const std::string script =
        "exec 2>&1; cd '" + folder_.path("") + "'\n(exit " + std::to_string(exit_before) + ")\n" + command + "\n";
    const std::string path = fs::path(KVTALLY_PROGRAM).parent_path().string() + ":" + std::getenv("PATH");
    return test::run_program("/bin/sh", {"-c", script}, {}, {"PATH=" + path});
  }

 private:
  test::Folder folder_;
};

// Follows a page from its first line to its last one; returns the number of commands.
int follow(const Page& page) {
  const Desk desk;
  int commands = 0;
  int exit_code = 0;
  for (std::size_t i = 0; i < page.steps.size(); ++i) {
    const PageStep& step = page.steps[i];
    CAPTURE(step.line);
    if (!step.file.empty()) {
      desk.write(step);
      continue;
    }
    CAPTURE(step.command);
    const test::Outcome outcome = desk.type(step.command, exit_code);
    exit_code = outcome.exit_code;
    CAPTURE(outcome.out);
    const bool exit_is_shown = i + 1 < page.steps.size() && page.steps[i + 1].command == kExitCode;
    CHECK((exit_is_shown || exit_code == 0));
    CHECK(test::not_printed(step.shown, outcome.out) == "");
    CHECK((step.command != kExitCode || !step.shown.empty()));
    ++commands;
  }
  return commands;
}

bool is_question(const std::string& document) {
  return document.starts_with("docs/how-") || document.starts_with("docs/wh");
}

// Of the documents that are pages of questions, or of the others.
void follow_all(bool questions) {
  for (const std::string& document : test::documents()) {
    if (is_question(document) == questions) {
      CAPTURE(document);
      const int commands = follow(test::page_of(test::source_text(document)));
      CHECK((!questions || commands >= 3));
    }
  }
}

TEST_CASE("every command of a question's page does what the page says, in the files that it shows") {
  follow_all(true);
}

TEST_CASE("every command of the other documents does what they say, in the files that they show") {
  follow_all(false);
}

// What begins a command that tests of this program cannot run, or run elsewhere.
constexpr std::string_view kElsewhere[] = {
    "./build.sh ",                       // people, and .ci/run
    "cmake ",                            // tests/install
    "apt install ",                      // tests/install/clean_root.sh
    "source <(kvtally completion ",      // cli/completion_test.cpp, in the real shells, like the next
    "kvtally completion fish | source",  //
    "b2sum ",                            // tests/install/external_test.cpp, like the next
    "g++ ",
};

bool is_command(const std::string& line) {
  const std::string word = line.substr(0, line.find(' '));
  return word == "kvtally" || word.starts_with("./") || word == "source" || !test::installed(word).empty();
}

TEST_CASE("no command stands in a page without the prompt that has it run") {
  for (const std::string& document : test::documents()) {
    CAPTURE(document);
    for (const std::string& line : test::page_of(test::source_text(document)).other_lines) {
      CAPTURE(line);
      const bool elsewhere = std::ranges::any_of(kElsewhere, [&](auto start) { return line.starts_with(start); });
      CHECK((elsewhere || !is_command(line)));
    }
  }
}

// "kvtally …" between backquotes, in one line.
std::vector<std::string> commands_in_sentences(const std::string& text) {
  std::vector<std::string> out;
  constexpr std::string_view kStart = "`kvtally ";
  for (std::size_t at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at + 1)) {
    const std::size_t begin = at + kStart.size();
    std::string command = text.substr(begin, text.find('`', begin) - begin);
    std::ranges::replace(command, '\n', ' ');
    out.push_back(command);
  }
  return out;
}

TEST_CASE("commands and options that a sentence speaks of are there") {
  for (const std::string& document : test::documents()) {
    CAPTURE(document);
    for (const std::string& line : commands_in_sentences(test::source_text(document))) {
      CAPTURE(line);
      std::istringstream words(line);
      std::string command;
      words >> command;
      const test::Outcome help = test::kvtally({command, "--help"});
      CHECK(help.exit_code == 0);
      for (std::string word; words >> word;) {
        const bool option = word.starts_with('-') && word.size() > 1;
        CHECK((!option || help.out.find(word.substr(0, word.find('='))) != std::string::npos));
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::readme_test
