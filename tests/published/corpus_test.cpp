#include "published/corpus.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <set>

#include "read/model_file.hpp"

namespace kvtally::corpus_test {

namespace {

using test::CorpusRow;

struct Count {
  int read = 0;
  int refused = 0;
};

// What is wrong with the program's answer for one file, a line for each figure; empty when it is right.
std::string faults_of(const CorpusRow& row, Count& count) {
  const auto description = read_model_file(test::corpus_folder() + row.file);
  ++(description ? count.read : count.refused);
  if (!row.must_be_read()) {
    return {};  // it may be read, and no figure is expected; it may be refused
  }
  if (!description) {
    return fmt::format("{} ({}): refused: {}\n", row.file, row.model_type, description.error().front().what);
  }
  std::string out;
  const auto ours = test::corpus_figures(description->model);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] != row.figures[i]) {
      out += fmt::format("{} ({}, {}): {}: {}, not {}\n", row.file, row.model_type, row.layers_by_kind,
                         test::kCorpusFigures[i], ours[i], row.figures[i]);
    }
  }
  return out;
}

TEST_CASE("every real configuration is read to the figures that were worked out for it") {
  std::string faults;
  int wrong = 0;
  Count count;
  for (const CorpusRow& row : test::corpus_rows()) {
    const std::string found = faults_of(row, count);
    wrong += found.empty() ? 0 : 1;
    faults += found;
  }
  MESSAGE(fmt::format("{} configurations: {} read, {} refused, {} not as expected", count.read + count.refused,
                      count.read, count.refused, wrong));
  CHECK_MESSAGE(wrong == 0, faults);
}

TEST_CASE("each file of the corpus has a row, and each row a file") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::corpus_folder())) {
    if (entry.path().extension() == ".json") {
      files.insert(entry.path().filename().string());
    }
  }
  std::set<std::string> rows;
  for (const CorpusRow& row : test::corpus_rows()) {
    rows.insert(row.file);
  }
  CHECK(files == rows);
  CHECK(files.size() == 396);
  const auto listed = test::lines_of(test::source_text("tests/data/corpus/INDEX.tsv"));
  for (const std::string& file : files) {
    CAPTURE(file);
    CHECK(std::ranges::any_of(listed, [&](const std::string& line) { return line.starts_with(file + "\t"); }));
  }
}

}  // namespace

}  // namespace kvtally::corpus_test
