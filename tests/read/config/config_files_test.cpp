#include "read/config/config_files.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <set>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "read/config/families.hpp"
#include "read/model_text.hpp"
#include "read/text/file.hpp"

namespace kvtally::config_files_test {

namespace {

const std::vector<ConfigFile>& files() {
  static const std::vector<ConfigFile> kFiles = config_files();
  return kFiles;
}

const ConfigFile& file(std::string_view name) {
  const auto found = std::ranges::find(files(), name, &ConfigFile::name);
  REQUIRE(found != files().end());
  return *found;
}

TEST_CASE("every file once, in the order of their names") {
  CHECK(files().size() == 493);
  CHECK(std::ranges::adjacent_find(files(), std::ranges::greater_equal{}, &ConfigFile::name) == files().end());
  CHECK(std::ranges::count(files(), true, &ConfigFile::later) == 2);
}

TEST_CASE("a class is named by its model type, or stands with its own numbers") {
  REQUIRE(file("csm").classes.size() == 2);
  CHECK(file("csm").classes[0].name == "CsmDepthDecoderConfig");
  CHECK(file("csm").classes[0].number("num_attention_heads") == 8);
  CHECK(file("csm").classes[1].name == "CsmConfig");
  CHECK(file("csm").classes[1].number("num_attention_heads") == 32);
  CHECK(file("csm").classes[1].number("no such key") == std::nullopt);
  CHECK(file("csm").number("num_attention_heads") == 8);
  for (const ConfigFile& one : files()) {
    for (const ConfigClass& c : one.classes) {
      CAPTURE(one.name);
      CHECK_FALSE(c.name.empty());
      CHECK_FALSE(c.defaults.empty());
    }
  }
}

TEST_CASE("the number of a file is that of its first class that gives one") {
  CHECK(file("deepseek_v4").number("sliding_window") == 128);
  CHECK(file("gemma4").number("num_attention_heads") == 8);
  CHECK(file("gemma4").number("num_key_value_heads") == 4);
  CHECK(file("qwen2").number("use_sliding_window") == std::nullopt);
  CHECK(file("llama").number("num_key_value_heads") == std::nullopt);
}

TEST_CASE("what is said of a file beside its classes") {
  CHECK(file("nemotron_h").layer_types ==
        std::vector<std::string>{"linear_attention", "moe", "full_attention", "mlp"});
  CHECK(file("gpt_oss").sinks);
  CHECK_FALSE(file("gpt_oss").indexer);
  CHECK(file("glm_moe_dsa").indexer);
  CHECK(file("pvt_v2").mentions == std::vector<std::string>{"linear_attention"});
  CHECK(file("glm5_next").later);
}

// The layer types of the model that our rules make of a file that says nothing but its type.
std::optional<std::set<std::string>> composed(const std::string& model_type) {
  const auto description = read_model_text("c.json", "{\"model_type\": \"" + model_type + "\"}", "c");
  if (!description) {
    return std::nullopt;
  }
  std::set<std::string> out;
  for (const Layer& layer : description->model.layers) {
    out.insert(layer.tag);
  }
  return out;
}

TEST_CASE("the layer types that a class fills in are those that our rules compose by default") {
  int compared = 0;
  for (const std::string_view type : family_types()) {
    const Family family = *family_of(type);
    const auto holds = [&](const ConfigFile& one) {
      return one.classes.size() == 1 && one.classes[0].name == family.class_name && !one.layer_types.empty();
    };
    const auto found = std::ranges::find_if(files(), holds);
    const auto types = found == files().end() ? std::nullopt : composed(std::string(type));
    if (types) {
      CAPTURE(type);
      ++compared;
      CHECK(*types == std::set<std::string>(found->layer_types.begin(), found->layer_types.end()));
    }
  }
  CHECK(compared > 25);
}

// Lines of a table of all class defaults, "directory class model_type key default", tab by tab.
TEST_CASE("the defaults are those of the table that was drawn from the sources") {
  const std::string path = std::string(KVTALLY_SOURCE_DIR) + "/../shared/corpus_defaults.tsv";
  if (!std::filesystem::exists(path)) {
    MESSAGE("there is no such table here");
    return;
  }
  constexpr std::array<std::string_view, 4> kCounted{"num_attention_heads", "num_key_value_heads", "kv_lora_rank",
                                                     "sliding_window"};
  std::map<std::string, std::set<std::string>, std::less<>> theirs;
  const std::string text = *read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    const auto cells = split(line, '\t');
    if (cells.size() == 5 && std::ranges::find(kCounted, cells[3]) != kCounted.end() && parse_integer(cells[4])) {
      theirs[std::string(cells[1])].insert(std::string(cells[3]) + "=" + std::string(cells[4]));
    }
  }
  int compared = 0;
  for (const ConfigFile& one : files()) {
    for (const ConfigClass& c : one.classes) {
      if (one.later) {
        continue;
      }
      CAPTURE(c.name);
      std::set<std::string> ours;
      for (const std::string_view key : kCounted) {
        if (const auto number = c.number(key)) {
          ours.insert(std::string(key) + "=" + std::to_string(*number));
        }
      }
      ++compared;
      CHECK(ours == theirs[c.name]);
    }
  }
  MESSAGE(compared << " classes compared");
  CHECK(compared > 130);
}

}  // namespace

}  // namespace kvtally::config_files_test
