#include "read/params/params.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "account/figures.hpp"
#include "read/text/embedded.hpp"
#include "read/text/json.hpp"
#include "read/zoo.hpp"
#include "support/golden.hpp"
#include "support/print.hpp"

namespace kvtally::params_test {

namespace {

using Json = nlohmann::ordered_json;

Json params_of(const std::string& name) {
  return Json::parse(test::source_text("tests/golden/params/" + name + ".json"));
}

Expected<Description> read(const std::string& text) {
  const auto tree = parse_json("params.json", text);
  return tree ? read_params(*tree, "m") : std::unexpected(tree.error());
}

Description description_of(const Json& params) {
  auto description = read(params.dump());
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return *description;
}

// The problems without places and source lines.
std::string problems_of(const Json& params) {
  const auto description = read(params.dump());
  std::string out;
  for (const Problem& problem : description ? Problems{} : description.error()) {
    out += problem.what + "; expected " + problem.expected + "\n";
  }
  return out;
}

std::int64_t kept(const Description& description, std::int64_t context) {
  Scenario scenario;
  scenario.context = Tokens{context};
  return static_cast<std::int64_t>(figures_of(description.model, scenario).kept.total().value);
}

bool assumes(const Description& description, std::string_view sentence) {
  return std::ranges::find(description.model.assumptions, sentence) != description.model.assumptions.end();
}

TEST_CASE("known models keep what they are known to keep") {
  // bytes = layers x 2 x key-value heads x head_dim x 2 x positions, of a latent layers x (rank + rope) x 2 x
  // positions
  const struct {
    std::string name;
    std::int64_t context;
    std::int64_t bytes;
  } rows[] = {
      {"mistral-7b-v0.1", 4096, 32LL * 2 * 8 * 128 * 2 * 4096},
      {"mistral-7b-v0.1", 32768, 32LL * 2 * 8 * 128 * 2 * 4096},  // the window
      {"mistral-7b-v0.3", 32768, 32LL * 2 * 8 * 128 * 2 * 32768},
      {"mixtral-8x7b", 32768, 32LL * 2 * 8 * 128 * 2 * 32768},
      {"mistral-nemo", 131072, 40LL * 2 * 8 * 128 * 2 * 131072},  // 128, not 5120 ÷ 32 = 160
      {"mistral-large-3", 131072, 61LL * (512 + 64) * 2 * 131072},
      {"llama-2-70b", 4096, 80LL * 2 * 8 * 128 * 2 * 4096},
      {"llama-2-7b", 4096, 32LL * 2 * 32 * 128 * 2 * 4096},
      // 64 layers of a 128 x 64 x 128 state in f32 and 3 columns of 8192 + 2 x 8 x 128 channels in bf16
      {"mamba-codestral", 131072, 64LL * (128 * 64 * 128 * 4 + 3 * (8192 + 2 * 8 * 128) * 2)},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CAPTURE(row.context);
    CHECK(kept(description_of(params_of(row.name)), row.context) == row.bytes);
  }
}

TEST_CASE("Mistral Large 3 is the model of the zoo") {
  const Model ours = Zoo(embedded_files()).describe("mistral-large-3")->model;
  const Model read = description_of(params_of("mistral-large-3")).model;
  CHECK(read.layers == ours.layers);
  CHECK(read.order == ours.order);
  CHECK(read.naive == ours.naive);
  CHECK(read.vocab_size == ours.vocab_size);
  CHECK(read.max_position_embeddings == ours.max_position_embeddings);
}

TEST_CASE("a maximum context that is not stated is not published") {
  CHECK(description_of(params_of("mistral-7b-v0.3")).model.max_position_embeddings == std::nullopt);
  Json params = params_of("mistral-7b-v0.3");
  params["max_seq_len"] = 32768;
  CHECK(description_of(params).model.max_position_embeddings == 32768);
  params["max_position_embeddings"] = 131072;
  const Description both = description_of(params);
  CHECK(both.model.max_position_embeddings == 131072);
  CHECK(assumes(both, "the maximum context is max_position_embeddings; max_seq_len is 32768"));
}

std::string layers(const Json& window) {
  Json params = params_of("mistral-7b-v0.3");
  params["sliding_window"] = window;
  const auto description = read(params.dump());
  std::string out;
  for (const Run& run : description ? description->model.order : std::vector<Run>{}) {
    out += description->model.layers[run.layer].tag + " x" + std::to_string(run.count) + " ";
  }
  return description ? out : description.error().front().what;
}

TEST_CASE("a window is a number, null, or a pattern that is repeated") {
  CHECK(layers(nullptr) == "full_attention x32 ");
  CHECK(layers(1024) == "sliding_attention x32 ");
  CHECK(layers(Json::array({nullptr, 1024})).starts_with("full_attention x1 sliding_attention x1 "));
  CHECK(layers(Json::array({1024})) == "sliding_attention x32 ");
  CHECK(layers(Json::array({nullptr})) == "full_attention x32 ");
  CHECK(layers(Json::array({nullptr, 8, 8})) == "sliding_window is a list of 3 with 1 windows, for 32 layers");
  CHECK(layers(Json::array({4, 8})) == "sliding_window is a list of 2 with 2 windows, for 32 layers");
  CHECK(layers(Json::array()) == "sliding_window is a list of 0 with 0 windows, for 32 layers");
  CHECK(layers(Json::array({"a"})) == "sliding_window holds the text \"a\"");
  CHECK(layers(0) == "sliding_window is '0'");
}

TEST_CASE("Meta's files leave out what is the default") {
  const Description llama = description_of(params_of("llama-2-7b"));
  CHECK(assumes(llama, "n_kv_heads = n_heads: the default of Meta's params.json"));
  CHECK(assumes(llama, "head_dim 128 = hidden_size 4096 ÷ 32 heads"));
  CHECK(llama.model.vocab_size == std::nullopt);
  Json params = params_of("mistral-7b-v0.1");
  params.erase("n_kv_heads");
  CHECK(problems_of(params) == "the key 'n_kv_heads' is missing; expected the number of key-value heads\n");
}

TEST_CASE("encoders are said, and one with a cache of its own is refused") {
  Json params = params_of("mistral-7b-v0.3");
  params["vision_encoder"] = {{"hidden_size", 1024}, {"num_attention_heads", 16}};
  CHECK(assumes(description_of(params), "context counts the tokens of the language model"));
  params.erase("vision_encoder");
  params["multimodal"]["whisper_model_args"]["encoder_args"] = {
      {"dim", 1280}, {"n_layers", 32}, {"causal", false}};
  CHECK(assumes(description_of(params), "context counts the tokens of the language model"));
  params["multimodal"]["whisper_model_args"]["encoder_args"]["causal"] = true;
  CHECK(problems_of(params) ==
        "an audio encoder that is causal keeps a cache of its own, which no rule describes; expected an encoder "
        "that "
        "sees its input at once, or a description in our own YAML\n");
  params["multimodal"] = {{"audio_model_args", {{"n_layers", 3}}}};
  CHECK(problems_of(params) == "unknown key 'audio_model_args'; expected \n");
}

TEST_CASE("a key that could bear on the cache and is not understood is refused, each missing one named") {
  Json params = params_of("mistral-7b-v0.1");
  params["_sliding_window"] = 4096;
  params["attention_chunk_size"] = nullptr;
  params["rope_theta"] = 1e6;
  CHECK(problems_of(params) ==
        "the key '_sliding_window' is not understood, and could change the cache; expected a key of params.json "
        "that "
        "is known\n");
  CHECK(problems_of(Json::parse(R"({"dim": 1, "n_layers": 1})")) ==
        "the key 'n_heads' is missing; expected the number of query heads\n"
        "the key 'n_kv_heads' is missing; expected the number of key-value heads\n");
  params = params_of("mamba-codestral");
  params.erase("n_groups");
  params["d_state"] = 64;
  CHECK(problems_of(params) ==
        "the key 'n_groups' is missing; expected the number of groups of a Mamba-2 layer\n");
  params["n_groups"] = 8;
  CHECK(kept(description_of(params), 1) == 64LL * (128 * 64 * 64 * 4 + 3 * (8192 + 2 * 8 * 64) * 2));
}

TEST_CASE("which JSON is a params.json") {
  const auto is = [](const std::string& text) { return is_params(parse_json("m", text)->root()); };
  CHECK(is(R"({"dim": 1, "n_layers": 1})"));
  CHECK(is(R"({"dim": 1, "n_layers": 1, "model_type": "mamba"})"));
  CHECK_FALSE(is(R"({"dim": 768, "n_layers": 6, "model_type": "distilbert"})"));
  CHECK_FALSE(is(R"({"dim": 768, "n_layers": 6, "architectures": ["X"]})"));
  CHECK_FALSE(is(R"({"dim": 768})"));
  CHECK_FALSE(is("[]"));
}

TEST_CASE("cut after any byte, and with each key deleted, renamed or null: an error, or the same with a line") {
  for (const std::string name : {"mistral-7b-v0.1", "mistral-large-3", "mamba-codestral"}) {
    const std::string text = test::source_text("tests/golden/params/" + name + ".json");
    const std::size_t last = text.rfind('}');
    for (std::size_t size = 0; size <= last; ++size) {
      CHECK_FALSE(read(text.substr(0, size)).has_value());
    }
  }
  for (const std::string name : {"mistral-7b-v0.1", "mixtral-8x7b", "mistral-nemo", "mistral-large-3"}) {
    const Json whole = params_of(name);
    const std::int64_t bytes = kept(description_of(whole), 8192);
    for (const auto& [key, value] : whole.items()) {
      Json renamed = whole;
      renamed.erase(key);
      renamed["x_" + key] = value;
      CAPTURE(name);
      CAPTURE(key);
      const auto description = read(renamed.dump());
      if (description) {
        CHECK(kept(*description, 8192) == bytes);
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::params_test
