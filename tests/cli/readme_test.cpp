#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/golden.hpp"

namespace kvtally {

namespace {

using test::Words;

constexpr std::string_view kPrompt = "$ kvtally ";

std::vector<std::string> documents() {
  std::vector<std::string> out{"README.md"};
  for (const auto& file : std::filesystem::directory_iterator(KVTALLY_SOURCE_DIR "/docs")) {
    if (file.path().extension() == ".md") {
      out.push_back("docs/" + file.path().filename().string());
    }
  }
  return out;
}

// What stands in for the reader's file and folder.
std::string ours(std::string_view word) {
  if (word == "FILE.yaml") {
    return KVTALLY_SOURCE_DIR "/modelzoo/gemma-3-27b.yaml";
  }
  if (word == "caches.yaml") {
    return KVTALLY_SOURCE_DIR "/tests/data/checks/good.yaml";
  }
  return word == "DIR" ? KVTALLY_SOURCE_DIR "/tests/data/corpus_folder" : std::string(word);
}

// The words behind "$ kvtally".
Words words_of(std::string_view line) {
  Words out;
  for (const std::string_view word : split(line.substr(kPrompt.size()), ' ')) {
    if (!word.empty()) {
      out.push_back(ours(word));
    }
  }
  return out;
}

TEST_CASE("every command that the documents show succeeds") {
  int commands = 0;
  for (const std::string& document : documents()) {
    for (const std::string& line : test::lines_of(test::source_text(document))) {
      if (trim(line).starts_with(kPrompt)) {
        CAPTURE(document);
        CAPTURE(line);
        ++commands;
        CHECK(test::kvtally(words_of(trim(line))).exit_code == 0);
      }
    }
  }
  CHECK(commands >= 2);
}

// What the README shows below `command`, without the indentation of a code block, up to "...".
std::string shown(const std::string& command) {
  const std::string text = test::source_text("README.md");
  const std::string start = "    " + command + "\n";
  const std::size_t at = text.find(start);
  REQUIRE(at != std::string::npos);
  std::string out;
  for (const std::string& line : test::lines_of(text.substr(at + start.size()))) {
    if (trim(line) == "...") {
      return out;
    }
    out += line.substr(std::min<std::size_t>(4, line.size())) + '\n';
  }
  FAIL("no '...' behind " << command);
  return {};
}

TEST_CASE("the README shows what the program prints") {
  const std::string compared = shown("$ kvtally compare deepseek-v3 --as mha,gqa-8,mqa,mla -c 128K --on tpu-v7x");
  CHECK(test::output_of({"compare", "deepseek-v3", "--as", "mha,gqa-8,mqa,mla", "-c", "128K", "--on", "tpu-v7x"})
            .substr(0, compared.size()) == compared);
  const std::string sheet = shown("$ kvtally show gemma-3-27b -c 128K");
  CHECK(test::output_of({"show", "gemma-3-27b", "-c", "128K"}).substr(0, sheet.size()) == sheet);
  const std::string rows = shown("$ kvtally table --highlight");
  CHECK(test::output_of({"table", "--highlight"}).find("\n" + rows) != std::string::npos);
  const std::string heading = shown("$ kvtally hardware");
  CHECK(test::output_of({"hardware"}).starts_with(heading));
}

}  // namespace

}  // namespace kvtally
