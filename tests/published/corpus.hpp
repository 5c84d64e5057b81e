#pragma once

#include <cstdint>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "account/cross.hpp"
#include "account/figures.hpp"
#include "core/text.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::test {

/// The real configurations under tests/data/corpus, and what was worked out for each apart from this program
/// (tests/published/corpus/corpus_expected.tsv): bf16, one request.
struct CorpusRow {
  std::string file;
  std::string kind;
  std::string model_type;
  std::string status;  // ok, ok-draft, refuse:WHY, ambiguous:WHY
  std::string layers_by_kind;
  std::vector<std::int64_t> figures;  // as named by kCorpusFigures; empty where none is expected
  bool must_be_read() const { return status == "ok" || status == "ok-draft"; }
};

inline constexpr std::string_view kCorpusFigures[] = {"kv at 4096", "kv at 131072", "index keys at 131072",
                                                      "states", "cross per encoder token"};

inline std::string corpus_folder() { return KVTALLY_SOURCE_DIR "/tests/data/corpus/"; }

/// The fields of a line between tabs, as they are.
inline std::vector<std::string> tab_fields(std::string_view line) {
  std::vector<std::string> out;
  for (std::size_t tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
    out.emplace_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  out.emplace_back(line);
  return out;
}

inline std::vector<CorpusRow> corpus_rows() {
  std::vector<CorpusRow> out;
  const auto lines = lines_of(source_text("tests/published/corpus/corpus_expected.tsv"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = tab_fields(lines[i]);
    REQUIRE(fields.size() >= 10);
    CorpusRow row{fields[0], fields[1], fields[2], fields[3], fields[4], {}};
    for (std::size_t f = 5; row.must_be_read() && f < 10; ++f) {
      row.figures.push_back(std::stoll(fields[f]));
    }
    out.push_back(std::move(row));
  }
  return out;
}

/// The same figures as this program has them.
inline std::vector<std::int64_t> corpus_figures(const Model& model) {
  const auto at = [&](std::int64_t context) { return figures_of(model, Scenario{Tokens{context}}).kept; };
  const Tally near = at(4096);
  const Tally far = at(131072);
  const auto number = [](Bytes bytes) { return static_cast<std::int64_t>(bytes.value); };
  return {number(near[Part::entries]), number(far[Part::entries]), number(far[Part::indexer]),
          number(far[Part::state]), number(cross_bytes_per_position(model))};
}

}  // namespace kvtally::test
