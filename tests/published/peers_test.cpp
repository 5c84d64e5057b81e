#include "published/peers.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "model/adapt.hpp"
#include "published/corpus.hpp"
#include "read/model_file.hpp"
#include "report/compiled_in.hpp"

namespace kvtally::peers_test {

namespace {

using test::Asked;
using test::Mistake;

Format format_named(std::string_view name) {
  const auto format = parse_format(name);
  REQUIRE(format.has_value());
  return *format;
}

// The model of a mistake in the formats of the mistake; nothing after saying why it is not read.
std::optional<Model> model_of(const Mistake& mistake) {
  const std::string name(mistake.model);
  const auto description =
      name.ends_with(".json") ? read_model_file(test::corpus_folder() + name) : find_model(test::zoo(), name);
  if (!description) {
    FAIL_CHECK(render(description.error()));
    return std::nullopt;
  }
  const Format entry = format_named(mistake.kv_format);
  Adaptation adaptation;
  adaptation.entries = KeyValueFormats{entry, entry};
  adaptation.index_keys = format_named(mistake.index_format);
  adaptation.convolution = format_named(mistake.conv_format);
  auto model = adapt(description->model, adaptation);
  REQUIRE(model.has_value());
  return std::move(*model);
}

Wide ours(const Mistake& mistake, const Model& model) {
  const bool drafting = mistake.asked == Asked::kv_and_draft;
  const Figures figures = figures_of(model, {Tokens{mistake.context}, mistake.batch, drafting, bf16(), bf16()});
  const Tally& kept = figures.kept;
  switch (mistake.asked) {
    case Asked::kv: return kept[Part::entries].value;
    case Asked::kv_and_index: return kept[Part::entries].value + kept[Part::indexer].value;
    case Asked::kv_and_draft: return kept[Part::entries].value + kept[Part::draft].value;
    case Asked::state: return kept[Part::state].value;
    case Asked::marginal: return figures.marginal.floor();
    case Asked::read: return figures.step.read.total().value;
  }
  return -1;
}

std::vector<Mistake> mistakes() {
  std::vector<Mistake> out;
  for (const auto table : {test::mistakes_of_kind(), test::mistakes_of_size()}) {
    out.insert(out.end(), table.begin(), table.end());
  }
  return out;
}

struct Answers {
  std::size_t right = 0;
  std::string faults;
};

Answers answers_to(std::span<const Mistake> mistakes) {
  Answers out;
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.source);
    CAPTURE(mistake.mistake);
    const auto model = model_of(mistake);
    if (!model) {
      continue;
    }
    const Wide found = ours(mistake, *model);
    out.right += found == mistake.right ? 1 : 0;
    if (found != mistake.right) {
      out.faults += fmt::format("{} ({}, {}): {} bytes, not {}\n", mistake.source, mistake.model, mistake.mistake,
                                found, mistake.right);
    }
  }
  return out;
}

TEST_CASE("what other tools got wrong comes out right") {
  const Answers answers = answers_to(mistakes());
  MESSAGE(fmt::format("{} mistakes of other tools: {} come out right", mistakes().size(), answers.right));
  CHECK_MESSAGE(answers.faults.empty(), answers.faults);
}

TEST_CASE("what a careless reader of a configuration gets wrong comes out right") {
  const auto traps = test::traps_of_configurations();
  const Answers answers = answers_to(traps);
  MESSAGE(fmt::format("{} traps of real configurations: {} avoided", traps.size(), answers.right));
  CHECK_MESSAGE(answers.faults.empty(), answers.faults);
  for (const Mistake& trap : traps) {
    CAPTURE(trap.mistake);
    CHECK(trap.wrong != static_cast<double>(trap.right));
  }
}

// The arithmetic of the tables against figures that were worked out apart from them.
TEST_CASE("the right figures for files of the corpus are the corpus's") {
  std::map<std::string, test::CorpusRow, std::less<>> rows;
  for (test::CorpusRow& row : test::corpus_rows()) {
    rows.emplace(row.file, std::move(row));
  }
  std::vector<Mistake> all = mistakes();
  const auto traps = test::traps_of_configurations();
  all.insert(all.end(), traps.begin(), traps.end());
  int compared = 0;
  for (const Mistake& mistake : all) {
    const auto row = rows.find(mistake.model);
    if (row == rows.end() || mistake.kv_format != "bf16" || mistake.context < 4096) {
      continue;
    }
    CAPTURE(mistake.model);
    const auto& figures = row->second.figures;
    if (mistake.asked == Asked::kv && mistake.context == 131'072) {
      CHECK(mistake.right == figures[1]);
      ++compared;
    } else if (mistake.asked == Asked::state) {
      CHECK(mistake.right == figures[3]);
      ++compared;
    }
  }
  CHECK(compared >= 25);
}

TEST_CASE("each is a mistake: at least two per cent off") {
  std::set<std::string_view> threads;
  std::set<std::string_view> tools;
  for (const Mistake& mistake : mistakes()) {
    CAPTURE(mistake.source);
    CAPTURE(mistake.model);
    const auto right = static_cast<double>(mistake.right);
    CHECK(std::abs(mistake.wrong - right) > 0.02 * right);
    tools.insert(mistake.tool);
    if (mistake.source.find('#') != std::string_view::npos) {
      threads.insert(mistake.source);
    }
  }
  CHECK(mistakes().size() >= 50);
  CHECK(threads.size() >= 25);
  CHECK(tools.size() >= 20);
}

}  // namespace

}  // namespace kvtally::peers_test
