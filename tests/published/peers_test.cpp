#include "published/peers.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>
#include <vector>

#include "model/adapt.hpp"
#include "published/corpus.hpp"
#include "read/model_file.hpp"
#include "report/compiled_in.hpp"

namespace kvtally {

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

TEST_CASE("what other tools got wrong comes out right") {
  std::string faults;
  int right = 0;
  for (const Mistake& mistake : mistakes()) {
    CAPTURE(mistake.source);
    CAPTURE(mistake.mistake);
    const auto model = model_of(mistake);
    if (!model) {
      continue;
    }
    const Wide found = ours(mistake, *model);
    right += found == mistake.right ? 1 : 0;
    if (found != mistake.right) {
      faults += fmt::format("{} ({}, {}): {} bytes, not {}\n", mistake.source, mistake.model, mistake.mistake,
                            found, mistake.right);
    }
  }
  MESSAGE(fmt::format("{} mistakes of other tools: {} come out right", mistakes().size(), right));
  CHECK_MESSAGE(faults.empty(), faults);
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

}  // namespace kvtally
