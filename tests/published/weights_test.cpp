#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>

#include "account/weight_load.hpp"
#include "account/weights_text.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::weights_test {

namespace {

// Bytes of weights per decode step in thousand millions, as notes on measured latencies state them: worked out
// there from each engine's format, by hand. `parts`: devices that divide them.
struct Stated {
  std::string what;
  std::string model;  // of the zoo, or a description below
  std::string scheme;
  double billions;
  int parts = 1;
};

const std::vector<Stated>& stated() {
  static const std::vector<Stated> all{
      {"gpt-fast bf16", "llama-2-7b", "bf16", 13.214},
      {"gpt-fast int8", "llama-2-7b", "all=int8", 6.607},
      {"gpt-fast int8", "llama-2-70b", "all=int8", 68.710},
      {"gpt-fast int4, groups of 32", "llama-2-70b", "all=int4@32+bf16+bf16", 42.944},
      {"gpt-fast bf16 on 2", "llama-2-7b", "bf16", 6.607, 2},
      {"gpt-fast bf16 on 8", "llama-2-70b", "bf16", 17.177, 8},
      {"gpt-fast int4 on 8", "llama-2-70b", "all=int4@32+bf16+bf16", 5.368, 8},
      {"llama.cpp, MXFP4 file", "gpt-oss-20b", "q8_0,experts=mxfp4", 2.566},
      {"llama.cpp, MXFP4 file", "gpt-oss-120b", "q8_0,experts=mxfp4", 3.593},
      // The note counts routers in q8_0; llama.cpp keeps them in F32, which is 1.2 % of what a step reads.
      {"llama.cpp Q8_0", "qwen3-coder-30b-a3b", "q8_0,rest=q8_0", 3.230},
      {"llama.cpp Q8_0", "qwen2.5-coder-7b", "q8_0", 7.512},
      {"llama.cpp Q4_0 (its head is Q6_K)", "llama-2-7b", "q4_0", 3.749},
      {"vLLM FP8, bf16 head", "qwen3-32b", "fp8@128x128", 33.000},
      {"mlx 4 bit, groups of 64", "mistral-7b", "all=int4@64+f16+f16", 4.005},
      {"TensorRT-LLM NVFP4, bf16 attention, on 8", "deepseek-v3", "nvfp4,attention=bf16", 4.787, 8},
  };
  return all;
}

std::string dense(int hidden, int width, int layers, int heads, int keys, int vocabulary,
                  const std::string& more) {
  return fmt::format(
      "name: M\nhidden_size: {}\nintermediate_size: {}\nnum_hidden_layers: {}\nnum_attention_heads: {}\n"
      "num_key_value_heads: {}\nhead_dim: 128\nvocab_size: {}\ntie_word_embeddings: false\n"
      "layer_types: full_attention x{}\n{}",
      hidden, width, layers, heads, keys, vocabulary, layers, more);
}

Model model_of(const std::string& id) {
  static const Zoo zoo(embedded_files());
  if (id == "qwen3-coder-30b-a3b") {
    return test::described(dense(2048, 6144, 48, 32, 4, 151936,
                                 "num_experts: 128\nnum_experts_per_tok: 8\nmoe_intermediate_size: 768\n"
                                 "weights: {norms_per_layer: 2, gated_mlp: true, qk_norm: true}\n"));
  }
  if (id == "qwen2.5-coder-7b") {
    return test::described(dense(3584, 18944, 28, 28, 4, 152064,
                                 "weights: {norms_per_layer: 2, gated_mlp: true, attention_bias: true}\n"));
  }
  if (id == "qwen3-32b") {
    return test::described(
        dense(5120, 25600, 64, 64, 8, 151936, "weights: {norms_per_layer: 2, gated_mlp: true, qk_norm: true}\n"));
  }
  return zoo.describe(id)->model;
}

// Not among them: files of mixed formats (Q4_K_M of Qwen3.6 27B and of Llama 3 70B), whose bytes follow from the
// file's own headers, which no test holds.
TEST_CASE("bytes of weights per step, as notes on measured latencies state them, within 1 %") {
  for (const Stated& row : stated()) {
    const auto load = load_in(model_of(row.model), *parse_weight_scheme(row.scheme));
    REQUIRE_MESSAGE(load.has_value(), row.model << " " << row.scheme);
    const double computed = static_cast<double>(load->active().value) / row.parts / 1e9;
    CHECK_MESSAGE(std::abs(computed / row.billions - 1) < 0.01,
                  fmt::format("{}, {} in {}: {:.3f}, stated {:.3f}", row.what, row.model, row.scheme, computed,
                              row.billions));
  }
}

TEST_CASE("the sizes of published checkpoints") {
  const auto total = [](const std::string& id) { return weight_load_for(model_of(id), {})->total().value; };
  CHECK(total("gpt-oss-20b") == 13761264768);
  CHECK(total("gpt-oss-120b") == 65248815744);
  CHECK(total("deepseek-v3") == 673150582112);
}

WeightScheme scheme_in(const std::filesystem::path& file) {
  const auto description = find_model(Zoo(embedded_files()), file.string());
  return description && description->model.weight_scheme ? *description->model.weight_scheme : WeightScheme{};
}

TEST_CASE("what the compiled-in models say of their makers' format is what the makers' configs say") {
  const std::filesystem::path configs = std::filesystem::path(KVTALLY_SOURCE_DIR) / "tests/data/configs";
  for (const std::string id :
       {"deepseek-v3", "deepseek-v3.2", "deepseek-v3.2-exp", "deepseek-v4-flash", "deepseek-v4-pro", "kimi-k2",
        "kimi-k3", "mimo-v2-flash", "minimax-m2.5", "gpt-oss-120b"}) {
    CAPTURE(id);
    const Model model = model_of(id);
    WeightScheme theirs = scheme_in(configs / (id + ".json"));
    CHECK(theirs.unread.empty());
    const auto ours = load_in(model, *model.weight_scheme);
    const auto as_config = load_in(model, theirs);
    REQUIRE(ours.has_value());
    REQUIRE(as_config.has_value());
    CHECK(ours->total().value == as_config->total().value);
    CHECK(ours->active().value == as_config->active().value);
  }
}

TEST_CASE("every quantization_config of the corpus is understood") {
  std::size_t read = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(KVTALLY_SOURCE_DIR) / "tests/data/corpus")) {
    const WeightScheme scheme = scheme_in(entry.path());
    CAPTURE(entry.path().string());
    CHECK(scheme.unread == std::vector<std::string>{});
    read += scheme.from.starts_with("quantization_config: ") ? std::size_t{1} : 0;
  }
  MESSAGE(read << " quantised configurations");
  CHECK(read > 40);
}

}  // namespace

}  // namespace kvtally::weights_test
