// The config.json files of the table's models, of those that the lecture's section 8.4 adds, and 13 that are none.

#include "read/config/config.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <set>

#include "read/text/embedded.hpp"
#include "read/text/json.hpp"
#include "read/zoo.hpp"
#include "support/golden.hpp"

namespace kvtally::config_test {

namespace {

const std::string kFolder = "tests/data/configs/";

Expected<Description> read(const std::string& id) {
  const auto tree = parse_json(id + ".json", test::source_text(kFolder + id + ".json"));
  return tree ? read_config(*tree, id) : std::unexpected(tree.error());
}

struct Row {
  std::string file;
  std::string zoo;  // the model it describes; empty: it is refused
};

const Row kRows[] = {
    {"deepseek-v2", ""},
    {"deepseek-v3", "deepseek-v3"},
    {"deepseek-v3.2", "deepseek-v3.2"},
    {"deepseek-v3.2-exp", "deepseek-v3.2-exp"},
    {"deepseek-v3.2-exp.vendor", ""},
    {"deepseek-v4-flash", "deepseek-v4-flash"},
    {"deepseek-v4-flash.0731", "deepseek-v4-flash"},
    {"deepseek-v4-pro", "deepseek-v4-pro"},
    {"gemma-2-27b", "gemma-2-27b"},
    {"gemma-3-27b", "gemma-3-27b"},
    {"gemma-4-31b", "gemma-4-31b"},
    {"glm-4.5", "glm-4.5"},
    {"glm-5", "glm-5"},
    {"glm-5.2", "glm-5.2"},
    {"glm-5.3", "glm-5.3"},
    {"glm-5.3-flash", "glm-5.3-flash"},
    {"gpt-3-175b", ""},
    {"gpt-oss-120b", "gpt-oss-120b"},
    {"hunyuan-large", "hunyuan-large"},
    {"hy3", "hy3"},
    {"hy4-preview", "hy4-preview"},
    {"jamba-v0.1", "jamba-v0.1"},
    {"kimi-k2", "kimi-k2"},
    {"kimi-k3", "kimi-k3"},
    {"kimi-linear-48b-a3b", "kimi-linear-48b-a3b"},
    {"ling-1t", ""},
    {"ling-2.6-1t", "ling-2.6-1t"},
    {"ling-3.0-flash", "ling-3.0-flash"},
    {"llama-1-65b", ""},
    {"llama-2-70b", "llama-2-70b"},
    {"llama-3.1-405b", "llama-3.1-405b"},
    {"llama-4-scout", "llama-4-scout"},
    {"llama-4-scout.alt", "llama-4-scout"},
    {"mimo-v2-flash", "mimo-v2-flash"},
    {"mimo-v2.5-pro", "mimo-v2.5-pro"},
    {"minimax-01", "minimax-01"},
    {"minimax-m2", "minimax-m2"},
    {"minimax-m2.5", "minimax-m2.5"},
    {"minimax-m3", "minimax-m3"},
    {"mistral-7b", "mistral-7b"},
    {"mistral-large-3", ""},
    {"palm-540b", ""},
    {"qwen3-235b-a22b", "qwen3-235b-a22b"},
    {"qwen3-next-80b-a3b", "qwen3-next-80b-a3b"},
    {"qwen3.5-397b-a17b", "qwen3.5-397b-a17b"},
    {"qwen3.8-flash-next", "qwen3.8-flash-next"},
    {"rwkv-7", ""},
    {"x84-bamba-9b", "bamba-9b"},
    {"x84-granite-4.0-h-small", ""},
    {"x84-qwen3.5-0.8b", ""},
    {"x84-qwen3.5-122b-a10b", "qwen3.5-122b-a10b"},
    {"x84-qwen3.5-27b", "qwen3.5-27b"},
    {"x84-qwen3.5-2b", ""},
    {"x84-qwen3.5-35b-a3b", "qwen3.5-35b-a3b"},
    {"x84-qwen3.5-4b", ""},
    {"x84-ring-flash-linear-2.0", ""},
    {"x84-ring-mini-linear-2.0", "ring-mini-linear-2.0"},
};

TEST_CASE("a config.json gives the model of the zoo") {
  const Zoo zoo(embedded_files());
  for (const Row& row : kRows) {
    if (row.zoo.empty()) {
      continue;
    }
    CAPTURE(row.file);
    const auto description = read(row.file);
    if (!description) {
      FAIL_CHECK(render(description.error()));
      continue;
    }
    const Model& file = description->model;
    const Model ours = zoo.describe(row.zoo)->model;
    CHECK(file.layers == ours.layers);
    CHECK(file.order == ours.order);
    CHECK(file.draft == ours.draft);
    const bool silent =
        !file.max_position_embeddings && row.zoo == "bamba-9b";  // its context is from the vendor's page
    CHECK((silent || file.max_position_embeddings == ours.max_position_embeddings));
    CHECK(file.naive == ours.naive);
  }
}

TEST_CASE("what is no config.json, or says too little, is refused with the reason") {
  int refused = 0;
  for (const Row& row : kRows) {
    if (row.zoo.empty()) {
      CAPTURE(row.file);
      const auto description = read(row.file);
      REQUIRE_FALSE(description.has_value());
      test::check_golden("tests/golden/config/" + row.file + ".txt", render(description.error()));
      ++refused;
    }
  }
  CHECK(refused == 13);
}

TEST_CASE("cut after any byte a file is refused") {
  std::string whole = test::source_text(kFolder + "gemma-3-27b.json");
  while (!whole.empty() && whole.back() != '}') {
    whole.pop_back();
  }
  CHECK(parse_json("m.json", whole).has_value());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto tree = parse_json("m.json", whole.substr(0, length));
    if (tree) {
      FAIL_CHECK("cut after " << length << " bytes it is JSON");
    } else {
      CHECK_FALSE(render(tree.error()).empty());
    }
  }
}

TEST_CASE("every file of the folder has its row") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(KVTALLY_SOURCE_DIR) + "/" + kFolder)) {
    files.insert(entry.path().stem().string());
  }
  std::set<std::string> rows;
  std::ranges::transform(kRows, std::inserter(rows, rows.end()), &Row::file);
  CHECK(files == rows);
  CHECK(rows.size() == 57);
}

}  // namespace

}  // namespace kvtally::config_test
