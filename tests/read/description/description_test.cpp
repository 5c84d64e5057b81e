#include "read/description/description.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>

#include "model/presets.hpp"
#include "read/reading.hpp"
#include "support/golden.hpp"
#include "support/print.hpp"

namespace kvtally::description_test {

namespace {

// The names of the files of a folder of the source, sorted, without their endings.
std::vector<std::string> stems(const std::string& folder, const std::string& ending) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(KVTALLY_SOURCE_DIR) + "/" + folder)) {
    if (entry.path().extension() == ending) {
      out.push_back(entry.path().stem().string());
    }
  }
  std::ranges::sort(out);
  return out;
}

std::string problems_of_file(const std::string& name) {
  const auto tree = parse_yaml(name, test::source_text("tests/data/model_yaml/" + name));
  if (!tree) {
    return render(tree.error());
  }
  const auto description = read_description(*tree, "broken");
  return description ? "" : render(description.error());
}

TEST_CASE("what is wrong with a description is said with its place") {
  for (const std::string& name : stems("tests/data/model_yaml", ".yaml")) {
    CAPTURE(name);
    const std::string problems = problems_of_file(name + ".yaml");
    CHECK_FALSE(problems.empty());
    test::check_golden("tests/golden/model_yaml/" + name + ".txt", problems);
  }
  CHECK(stems("tests/data/model_yaml", ".yaml") == stems("tests/golden/model_yaml", ".txt"));
}

const char* const kWhole =
    "name: A Model\n"
    "vendor: Somebody\n"
    "released: 2024-12\n"
    "parameters: {total: 671B, active: 37B}\n"
    "aliases: [am, \"a:model\"]\n"
    "sources:\n  - first\n  - second\n"
    "notes: >-\n  Two\n  lines.\n"
    "num_hidden_layers: 3\n"
    "hidden_size: 64\n"
    "num_attention_heads: 4\n"
    "num_key_value_heads: 2\n"
    "sliding_window: 8\n"
    "max_position_embeddings: 4096\n"
    "layer_types: sliding_attention x2, full_attention\n"
    "mtp_layer_types: full_attention\n"
    "vocab_size: 1000\n"
    "tie_word_embeddings: false\n"
    "torch_dtype: bfloat16\n";

Model whole_model() {
  Model model;
  model.id = "m";
  model.name = "A Model";
  model.vendor = "Somebody";
  model.released = "2024-12";
  model.parameters = {671'000'000'000, 37'000'000'000};
  model.vocab_size = 1000;
  model.weights.sizes = {{"tie_word_embeddings", 0}};
  model.layers = {sliding_attention(key_value_memory({4, 2, 16, 16}), 8),
                  full_attention(key_value_memory({4, 2, 16, 16}))};
  model.order = {{0, 2}, {1, 1}};
  model.draft = {{1, 1}};
  model.max_position_embeddings = 4096;
  model.naive = {3, 4, 2, std::nullopt, 64};
  model.sources = {"first", "second"};
  model.notes = "Two lines.";
  model.assumptions = {"head_dim 16 = hidden_size 64 ÷ 4 heads"};
  return model;
}

TEST_CASE("a whole description") {
  const Description description = test::description_of(kWhole);
  CHECK(description.model == whole_model());
  CHECK(description.file == "m.yaml");
  CHECK(description.aliases == std::vector<std::string>{"am", "a:model"});
}

TEST_CASE("where each value of a layer came from") {
  const Origins expected = {
      {"sliding_attention", "num_attention_heads", "4", {14, 22}, "given"},
      {"sliding_attention", "num_key_value_heads", "2", {15, 22}, "given"},
      {"sliding_attention", "hidden_size", "64", {13, 14}, "given"},
      {"sliding_attention", "head_dim", "16", {}, "hidden_size ÷ num_attention_heads"},
      {"sliding_attention", "sliding_window", "8", {16, 17}, "given"},
      {"full_attention", "num_attention_heads", "4", {14, 22}, "given"},
      {"full_attention", "num_key_value_heads", "2", {15, 22}, "given"},
      {"full_attention", "hidden_size", "64", {13, 14}, "given"},
      {"full_attention", "head_dim", "16", {}, "hidden_size ÷ num_attention_heads"},
      {"", "num_hidden_layers", "3", {12, 1}, "given"},
      {"", "layer_types", "sliding_attention x2, full_attention", {18, 1}, "given"},
      {"", "mtp_layer_types", "full_attention", {19, 1}, "given"},
      {"", "max_position_embeddings", "4096", {17, 1}, "given"},
  };
  Origins origins = test::description_of(kWhole).origins;
  REQUIRE(origins.size() == expected.size());
  for (const Origin& origin : expected) {
    CAPTURE(origin.layer);
    CAPTURE(origin.key);
    CHECK(std::ranges::find(origins, origin) != origins.end());
  }
}

TEST_CASE("what a description leaves out stays empty") {
  const Model model = test::description_of(test::listing(1, "moe", "")).model;
  Model expected;
  expected.id = "m";
  expected.name = "M";
  expected.layers = {feed_forward_layer("moe")};
  expected.order = {{0, 1}};
  expected.naive.num_hidden_layers = 1;
  CHECK(model == expected);
}

TEST_CASE("the context is a number, unlimited, or not published") {
  const auto context = [](const char* line) { return test::description_of(test::listing(1, "moe", line)).model; };
  CHECK(context("max_position_embeddings: 1099511627775\n").max_position_embeddings == 1099511627775);
  CHECK_FALSE(context("").unlimited_context);
  CHECK(context("max_position_embeddings: unlimited\n").unlimited_context);
  CHECK(context("max_position_embeddings: unlimited\n").max_position_embeddings == std::nullopt);
  CHECK(context("max_position_embeddings: ~\n").max_position_embeddings == std::nullopt);
}

TEST_CASE("what a pasted config.json also holds is not refused") {
  CHECK(test::problems_of(test::listing(1, "moe",
                                        "architectures: [X]\nrope_scaling: {factor: 4.0}\n"
                                        "rms_norm_eps: 1e-06\nuse_cache: true\n")) == "");
}

TEST_CASE("the product of the naive figure is bounded though no layer reads it") {
  const auto problems = [](const char* heads, const char* dim) {
    return test::problems_of(
        test::listing(1, "moe", "num_attention_heads: " + std::string(heads) + "\n" + dim + "\n"));
  };
  const auto refused = [](const std::string& line) {
    const std::size_t before = line.find(' ') + 1;
    return "m.yaml:5:" + std::to_string(before + 1) +
           ": heads times head_dim are more than 2^36 elements; expected smaller sizes\n    5 | " + line +
           "\n      | " + std::string(before, ' ') + "^\n";
  };
  CHECK(problems("64", "head_dim: 1073741824") == "");  // 2^6 × 2^30
  CHECK(problems("64", "head_dim: 1073741825") == refused("head_dim: 1073741825"));
  CHECK(problems("2147483647", "head_dim: 2147483647") == refused("head_dim: 2147483647"));
  CHECK(problems("64", "hidden_size: 1073741825") == refused("hidden_size: 1073741825"));
  CHECK(problems("2147483647", "num_key_value_heads: 1") == "");
}

TEST_CASE("a size that no layer reads must be a number too") {
  CHECK(test::problems_of(test::listing(1, "moe", "head_dim: wide\n")) ==
        "m.yaml:4:11: head_dim is 'wide': it is not a whole number in decimal digits; expected a whole number "
        "from 1 "
        "to 2147483647\n    4 | head_dim: wide\n      |           ^\n");
}

TEST_CASE("a description with 1000 mistakes has at most 100 problems") {
  std::string rest;
  for (int i = 0; i < 1000; ++i) {
    rest += "x" + std::to_string(i) + ": 1\n";
  }
  const auto description = read_description(test::tree_of(test::listing(1, "moe", rest)), "m");
  REQUIRE_FALSE(description.has_value());
  CHECK(description.error().size() == 100);
  CHECK(description.error().back().place == Place{103, 1});
}

TEST_CASE("every key is known once") {
  std::vector<std::string_view> keys(description_keys().begin(), description_keys().end());
  std::ranges::sort(keys);
  CHECK(std::ranges::adjacent_find(keys) == keys.end());
  CHECK(std::ranges::find(keys, "shares") == keys.end());  // stands under kinds alone
}

}  // namespace

}  // namespace kvtally::description_test
