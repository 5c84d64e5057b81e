// config.json files with one mistake each: whole messages. And what becomes of real files when a key that their
// rule reads is gone.

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "account/terms.hpp"
#include "read/config/config.hpp"
#include "read/config/language_part.hpp"
#include "read/config/rules.hpp"
#include "read/model_file.hpp"
#include "read/text/json.hpp"
#include "support/golden.hpp"

namespace kvtally::config_broken_test {

namespace {

using Json = nlohmann::ordered_json;

const std::string kSource = std::string(KVTALLY_SOURCE_DIR) + "/";

std::vector<std::string> stems_of(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kSource + folder)) {
    out.push_back(entry.path().stem().string());
  }
  std::ranges::sort(out);
  return out;
}

std::string without_source_folder(std::string text) {
  for (std::size_t at = text.find(kSource); at != std::string::npos; at = text.find(kSource, at)) {
    text.erase(at, kSource.size());
  }
  return text;
}

TEST_CASE("each broken config.json gets its whole message") {
  const auto stems = stems_of("tests/data/config_broken");
  CHECK(stems.size() == 64);
  std::vector<std::string> goldens = stems_of("tests/golden/config_broken");
  std::erase(goldens, "json");  // of json_test.cpp
  CHECK(goldens == stems);
  for (const std::string& stem : stems) {
    CAPTURE(stem);
    const auto description = read_model_file(kSource + "tests/data/config_broken/" + stem + ".json");
    if (description) {
      FAIL_CHECK("it is read");
      continue;
    }
    test::check_golden("tests/golden/config_broken/" + stem + ".txt",
                       without_source_folder(render(description.error())));
  }
}

// ---- keys that are gone

Expected<Description> read(const Json& config) {
  const auto tree = parse_json("m.json", config.dump(1));
  return tree ? read_config(*tree, "m") : std::unexpected(tree.error());
}

Tally figures(const Description& description) { return tally(terms_of(description.model), Tokens{131072}); }

bool says_more(const Description& changed, const Description& whole) {
  return std::ranges::any_of(changed.model.assumptions, [&](const std::string& line) {
    return std::ranges::find(whole.model.assumptions, line) == whole.model.assumptions.end();
  });
}

// The keys of the text part that its rule reads.
std::set<std::string, std::less<>> understood_keys(const Json& config) {
  const auto tree = parse_json("m.json", config.dump());
  Problems problems;
  const Fields whole(*tree, tree->root(), problems);
  const auto part = language_part(whole, {});
  const Fields text(*tree, *part->node, problems);
  Translation t(text, &part->family, &whole);
  rule_of(part->family.rule)->translate(t);
  return t.understood();
}

// The pointers to those keys, and to the members of those that are maps.
std::vector<Json::json_pointer> pointers_of(const Json& config) {
  std::vector<Json::json_pointer> out;
  const std::string part = config.contains("text_config") ? "/text_config" : "";
  const Json& text = config.at(Json::json_pointer(part));
  for (const std::string& key : understood_keys(config)) {
    if (!text.contains(key)) {
      continue;
    }
    out.emplace_back(part + "/" + key);
    if (text.at(key).is_object()) {
      for (const auto& [name, value] : text.at(key).items()) {
        out.emplace_back(part + "/" + key + "/" + name);
      }
    }
  }
  return out;
}

enum class Change : std::uint8_t { removed, renamed, nulled };
constexpr std::string_view kNames[] = {"removed", "renamed", "nulled"};

Json changed(Json config, const Json::json_pointer& pointer, Change change) {
  if (change == Change::nulled) {
    config.at(pointer) = nullptr;
    return config;
  }
  Json& parent = config.at(pointer.parent_pointer());
  Json value = parent.at(pointer.back());
  parent.erase(pointer.back());
  if (change == Change::renamed) {
    parent["x_" + pointer.back()] = std::move(value);
  }
  return config;
}

struct Counts {
  int same = 0;
  int said = 0;
  int refused = 0;
  std::map<std::string, std::string> silent;  // "how key": the files
};

void try_each_key(const std::string& stem, Counts& counts) {
  const Json config = Json::parse(test::source_text("tests/data/configs/" + stem + ".json"), nullptr, false);
  const auto whole = config.is_discarded() ? std::unexpected(Problems{}) : read(config);
  if (!whole) {
    return;
  }
  for (const Json::json_pointer& pointer : pointers_of(config)) {
    for (const Change change : {Change::removed, Change::renamed, Change::nulled}) {
      const auto now = read(changed(config, pointer, change));
      if (!now) {
        ++counts.refused;
      } else if (figures(*now) == figures(*whole)) {
        ++counts.same;
      } else if (says_more(*now, *whole)) {
        ++counts.said;
      } else {
        counts.silent[std::string(kNames[static_cast<std::size_t>(change)]) + " " + pointer.back()] += " " + stem;
      }
    }
  }
}

TEST_CASE("a key that is gone never changes the figures in silence") {
  Counts counts;
  for (const std::string& stem : stems_of("tests/data/configs")) {
    try_each_key(stem, counts);
  }
  MESSAGE("same figures: " << counts.same << ", said: " << counts.said << ", refused: " << counts.refused
                           << ", silent: " << counts.silent.size());
  for (const auto& [key, files] : counts.silent) {
    FAIL_CHECK(key << ":" << files);
  }
  CHECK(counts.same + counts.said + counts.refused > 1000);
}

}  // namespace

}  // namespace kvtally::config_broken_test
