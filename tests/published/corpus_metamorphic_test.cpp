// Each key of the real configurations that could bear on a cache is deleted, renamed and made null in turn. A
// reader that understands what it reads then says one of three things: the same figures, other figures with a line
// that says what it now takes for granted, or an error. Other figures without such a line are a wrong answer in
// silence.

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "published/corpus.hpp"
#include "read/config/config.hpp"
#include "read/text/json.hpp"

namespace kvtally::corpus_metamorphic_test {

namespace {

using Json = nlohmann::ordered_json;

enum class Mutation : std::uint8_t { deleted, renamed, nulled };
constexpr std::array<std::string_view, 3> kMutations{"deleted", "renamed", "made null"};

enum class Outcome : std::uint8_t { same, said, refused, silent };

// Parts that describe no language model, and what weights are stored in: long, and without a bearing on the cache.
const std::set<std::string, std::less<>> kOtherParts{"vision_config",       "audio_config", "visual",
                                                     "quantization_config", "auto_map",     "compression_config"};

bool bears_on_cache(const std::string& key) {
  static const std::regex kNames(
      "attn|attention|kv|cache|window|layer|block|state|ssm|mamba|conv|index|compress|latent|lora|head|pattern|"
      "share|"
      "chunk|sparse|linear|period|interval|freq|hidden_size|d_model|dim|model_type|n_embd|expand|rank|config|"
      "multi_query|architectures|is_encoder_decoder|group|width|size|dt_rank|mtp|nextn");
  return std::regex_search(key, kNames);
}

// The places of all such keys, as JSON pointers. Of a long list of maps (a map for each layer) the ends stand for
// all.
void collect(const Json& node, const Json::json_pointer& place, std::vector<Json::json_pointer>& out) {
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) {
      if (bears_on_cache(key) && !kOtherParts.contains(key)) {
        out.push_back(place / key);
      }
      if (!kOtherParts.contains(key)) {
        collect(value, place / key, out);
      }
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      if (node[i].is_object() && (i < 2 || i + 1 == node.size())) {
        collect(node[i], place / i, out);
      }
    }
  }
}

// The document with the key at `place` changed; a renamed key stays where it is.
Json changed(Json document, const Json::json_pointer& place, Mutation mutation) {
  if (mutation == Mutation::nulled) {
    document[place] = nullptr;
    return document;
  }
  Json& map = document[place.parent_pointer()];
  Json other = Json::object();
  for (auto& [key, value] : map.items()) {
    if (key != place.back()) {
      other[key] = std::move(value);
    } else if (mutation == Mutation::renamed) {
      other["x_" + key] = std::move(value);
    }
  }
  map = std::move(other);
  return document;
}

struct Reading {
  std::vector<std::int64_t> figures;  // empty: refused
  std::set<std::string> assumptions;
};

Reading reading_of(const std::string& text) {
  const auto tree = parse_json("config.json", text);
  REQUIRE(tree.has_value());
  const auto description = read_config(*tree, "config");
  if (!description) {
    CHECK_FALSE(description.error().empty());
    return {};
  }
  const auto& lines = description->model.assumptions;
  return {test::corpus_figures(description->model), {lines.begin(), lines.end()}};
}

Outcome outcome_of(const Reading& before, const Reading& after) {
  if (after.figures.empty()) {
    return Outcome::refused;
  }
  if (after.figures == before.figures) {
    return Outcome::same;
  }
  return std::ranges::includes(before.assumptions, after.assumptions) ? Outcome::silent : Outcome::said;
}

// A bare Infinity, which this test's library cannot read, as a number that it can.
Json document_of(std::string text) {
  static const std::regex kInfinity("([\\s\\[:,])Infinity");
  return Json::parse(std::regex_replace(text, kInfinity, "$011e300"));
}

struct Census {
  std::array<std::array<int, 4>, 3> counts{};  // by mutation and outcome
  int files = 0;
  std::string silent;
};

void try_file(const test::CorpusRow& row, Census& census) {
  const Json document = document_of(test::source_text("tests/data/corpus/" + row.file));
  const Reading before = reading_of(document.dump());
  if (before.figures.empty()) {
    return;  // tests/published/corpus_test.cpp says so
  }
  ++census.files;
  std::vector<Json::json_pointer> places;
  collect(document, Json::json_pointer(), places);
  for (const Json::json_pointer& place : places) {
    for (std::size_t m = 0; m < kMutations.size(); ++m) {
      const Reading after = reading_of(changed(document, place, static_cast<Mutation>(m)).dump());
      const Outcome outcome = outcome_of(before, after);
      ++census.counts[m][static_cast<std::size_t>(outcome)];
      if (outcome == Outcome::silent) {
        census.silent += fmt::format("{}: {} {}: {}, before {}\n", row.file, place.to_string(), kMutations[m],
                                     fmt::join(after.figures, " "), fmt::join(before.figures, " "));
      }
    }
  }
}

TEST_CASE("a key less in a real configuration never changes its figures in silence") {
  Census census;
  for (const test::CorpusRow& row : test::corpus_rows()) {
    if (row.must_be_read()) {
      try_file(row, census);
    }
  }
  for (std::size_t m = 0; m < kMutations.size(); ++m) {
    const auto& [same, said, refused, silent] = census.counts[m];
    MESSAGE(
        fmt::format("keys {} in {} files: {} with the same figures, {} with others and a line that says so, "
                    "{} refused, {} with others in silence",
                    kMutations[m], census.files, same, said, refused, silent));
  }
  CHECK_MESSAGE(census.silent.empty(), census.silent);
}

TEST_CASE("the mutations are what they say, and silence is found") {
  const Json document = Json::parse(R"({"a": {"head_dim": 8, "b": 1}, "blocks": [{"kv": 1}, 2]})");
  std::vector<Json::json_pointer> places;
  collect(document, Json::json_pointer(), places);
  std::vector<std::string> names;
  std::ranges::transform(places, std::back_inserter(names), [](const auto& place) { return place.to_string(); });
  CHECK(names == std::vector<std::string>{"/a/head_dim", "/blocks", "/blocks/0/kv"});
  CHECK(changed(document, places[0], Mutation::deleted).dump() == R"({"a":{"b":1},"blocks":[{"kv":1},2]})");
  CHECK(changed(document, places[0], Mutation::renamed)["a"].dump() == R"({"x_head_dim":8,"b":1})");
  CHECK(changed(document, places[2], Mutation::nulled)["blocks"].dump() == R"([{"kv":null},2])");
  CHECK(document_of(R"({"a": [0.0, Infinity], "b": "Infinity"})").dump() ==
        R"({"a":[0.0,1e+300],"b":"Infinity"})");
  CHECK(outcome_of({{1}, {"a"}}, {{2}, {"a"}}) == Outcome::silent);
  CHECK(outcome_of({{1}, {"a"}}, {{2}, {}}) == Outcome::silent);
  CHECK(outcome_of({{1}, {"a"}}, {{2}, {"b"}}) == Outcome::said);
  CHECK(outcome_of({{1}, {}}, {{1}, {}}) == Outcome::same);
  CHECK(outcome_of({{1}, {}}, {}) == Outcome::refused);
}

}  // namespace

}  // namespace kvtally::corpus_metamorphic_test
