#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "cli/transcript.hpp"
#include "support/folder.hpp"

namespace kvtally::page_files_test {

namespace {

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    out.insert(entry.path().filename().string());
  }
  return out;
}

const test::Words kReport{"report", "models", "gemma-3-27b", "deepseek-v3"};

test::Words with(test::Words words, const test::Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_CASE("pictures and tables are files of a folder, which is made where there is none") {
  const test::Folder folder;
  CHECK(test::output_of(with(kReport, {"-o", "svg", "-O", folder.path("new/pictures/")})) == "");
  CHECK(files_in(folder.path("new/pictures")) == std::set<std::string>{"comparison.svg"});
  CHECK(content(folder.path("new/pictures/comparison.svg")) ==
        test::output_of(with(kReport, {"-o", "svg", "--section", "comparison"})));
  CHECK(test::output_of(with(kReport, {"-o", "csv", "-O", folder.path("new")})) == "");
  CHECK(files_in(folder.path("new")) ==
        std::set<std::string>{"comparison.csv", "layers-deepseek-v3.csv", "layers-gemma-3-27b.csv", "pictures"});
  CHECK(test::output_of(with(kReport, {"-o", "markdown", "-O", folder.path("md/")})) == "");
  CHECK(files_in(folder.path("md")).contains("layers-deepseek-v3.md"));
  CHECK(test::output_of(with(kReport, {"-o", "latex", "-O", folder.path("tex/")})) == "");
  CHECK(files_in(folder.path("tex")).contains("layers-deepseek-v3.tex"));
}

TEST_CASE("a folder that cannot be written is exit code 4") {
  const test::Folder folder;
  folder.write("file", "");
  CHECK(test::kvtally(with(kReport, {"-o", "csv", "-O", folder.path("file") + "/in/"})).exit_code == 4);
}

}  // namespace

}  // namespace kvtally::page_files_test
