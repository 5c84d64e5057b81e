#pragma once

#include <string>
#include <utility>

#include "report/corpus.hpp"
#include "report/sheets.hpp"

namespace kvtally::test {

/// A known model as a file of a folder.
inline CorpusFile read_file_of(const std::string& id, const std::string& model_type, std::int64_t context = 131072,
                               std::int64_t batch = 1) {
  return {id + ".json", model_type, sheet_of(id, context, batch)};
}

inline CorpusFile refused_file(const std::string& file, const std::string& model_type, Problems problems) {
  return {file, model_type, std::unexpected(std::move(problems))};
}

/// A folder of four models, two of them refused, and two files that are none.
inline Corpus small_corpus() {
  Corpus corpus{"models", Tokens{131072}, 1, "bf16", {}, {{"INDEX.tsv", "an index"}, {"empty", "no model"}}};
  corpus.files = {refused_file("a.json", "",
                               {{"a.json", {}, "it cannot be opened: Permission denied", "", "", ""},
                                {"", {}, "odd", "even", "", ""}}),
                  read_file_of("deepseek-v4-flash", "deepseek_v4"), read_file_of("llama-2-7b", "llama"),
                  refused_file("z.json", "deepseek_v4", {{"z.json", {3, 5}, "no", "yes", "yess", "  \"no\": 1"}})};
  return corpus;
}

}  // namespace kvtally::test
