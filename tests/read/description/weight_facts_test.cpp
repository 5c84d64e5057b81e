#include "read/description/weight_facts.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "read/reading.hpp"

namespace kvtally::weight_facts_test {

namespace {

using test::description_of;
using test::problems_of;

const std::string kLayers =
    "num_hidden_layers: 3\nlayer_types: full_attention x3\nnum_attention_heads: 2\nnum_key_value_heads: 1\n"
    "head_dim: 4\nname: M\n";

WeightFacts facts_of(const std::string& lines) { return description_of(kLayers + lines).model.weights; }

std::string problem_of(const std::string& lines) { return problems_of(kLayers + lines); }

TEST_CASE("sizes at the top level keep their names; a flag is 0 or 1") {
  const WeightFacts facts = facts_of("intermediate_size: 20\nq_lora_rank: 0\ntie_word_embeddings: true\n");
  CHECK(facts.sizes == std::map<std::string, std::int64_t, std::less<>>{
                           {"intermediate_size", 20}, {"q_lora_rank", 0}, {"tie_word_embeddings", 1}});
  CHECK_FALSE(facts.described);
  CHECK(facts.mlp.empty());
}

TEST_CASE("the list of what the weights have: sizes, features, layer types and parts") {
  const WeightFacts facts = facts_of(
      "weights:\n  norms_per_layer: 2\n  mtp_sparse: true\n  qk_norm: true\n  mlp_bias: false\n"
      "  attention_sinks: [sliding_attention, full_attention]\n  published_with: [encoder]\n"
      "  published_without: [embedding, head]\n");
  CHECK(facts.described);
  CHECK(facts.size("norms_per_layer") == 2);
  CHECK(facts.size("mtp_sparse") == 1);
  CHECK(facts.features.at("qk_norm") == LayerChoice{true, {}});
  CHECK(facts.features.at("mlp_bias") == LayerChoice{false, {}});
  CHECK(facts.features.at("attention_sinks") == LayerChoice{false, {"sliding_attention", "full_attention"}});
  CHECK(facts.published_with == std::vector<WeightPart>{WeightPart::encoder});
  CHECK(facts.published_without == std::vector<WeightPart>{WeightPart::embedding, WeightPart::head});
}

TEST_CASE("where the experts are, of weights that are described") {
  const auto mlp = [](const std::string& lines) { return facts_of(lines + "weights: {}\n").mlp; };
  CHECK(mlp("") == std::vector<MlpRun>{{false, 3}});
  CHECK(mlp("num_experts: 4\n") == std::vector<MlpRun>{{true, 3}});
  CHECK(mlp("num_experts: 4\nfirst_k_dense_replace: 1\n") == std::vector<MlpRun>{{false, 1}, {true, 2}});
  CHECK(mlp("num_experts: 4\nfirst_k_dense_replace: 9\n") == std::vector<MlpRun>{{false, 3}});
  CHECK(mlp("num_experts: 4\nmlp_layer_types: [dense, sparse, dense]\n") ==
        std::vector<MlpRun>{{false, 1}, {true, 1}, {false, 1}});
  CHECK(mlp("mlp_layer_types: dense, dense, sparse\n") == std::vector<MlpRun>{{false, 2}, {true, 1}});
  CHECK(facts_of("num_experts: 4\n").mlp.empty());
}

TEST_CASE("what is wrong is named with its place") {
  CHECK(problem_of("intermediate_size: -1\n")
            .starts_with("m.yaml:7:20: intermediate_size is '-1': it is not a whole number in decimal digits; "
                         "expected a whole number "
                         "from 0 to 2147483647"));
  CHECK(problem_of("tie_word_embeddings: maybe\n")
            .starts_with("m.yaml:7:22: tie_word_embeddings is 'maybe'; expected true or false"));
  CHECK(problem_of("mlp_layer_types: dense x2\n")
            .starts_with(
                "m.yaml:7:18: mlp_layer_types has 2 layers, num_hidden_layers is 3; expected the same number"));
  CHECK(problem_of("mlp_layer_types: moe x3\n")
            .starts_with("m.yaml:7:18: mlp_layer_types has 'moe'; expected dense or sparse"));
  CHECK(problem_of("weights: 3\n").starts_with("m.yaml:7:10: weights is '3'; expected a map of keys and values"));
  CHECK(problem_of("weights: {qk_nrom: true}\n").starts_with("m.yaml:7:11: unknown key 'qk_nrom'"));
  CHECK(problem_of("weights: {norms_per_layer: 65}\n")
            .starts_with("m.yaml:7:28: norms_per_layer is '65'; expected a whole number from 0 to 64"));
  CHECK(problem_of("weights: {qk_norm: all}\n")
            .starts_with("m.yaml:7:20: qk_norm is 'all'; expected true or false"));
  CHECK(problem_of("weights: {qk_norm: [slide_attention]}\n")
            .starts_with(
                "m.yaml:7:20: qk_norm names the layer type 'slide_attention'; expected a known layer type"));
  CHECK(problem_of("weights: {published_with: [vision]}\n")
            .starts_with("m.yaml:7:27: published_with names the part 'vision'; expected a part of the weights "
                         "such as encoder"));
}

TEST_CASE("every key that it reads is a key of a description") {
  for (const std::string_view key : weight_keys()) {
    CAPTURE(key);
    CHECK(std::ranges::find(description_keys(), key) != description_keys().end());
  }
}

}  // namespace

}  // namespace kvtally::weight_facts_test
