#include "report/weights_yaml.hpp"

#include <doctest/doctest.h>

#include "read/description/description.hpp"
#include "read/text/yaml.hpp"
#include "report/compiled_in.hpp"

namespace kvtally::weights_yaml_test {

namespace {

WeightFacts read_again(const Model& model) {
  const std::string text = "name: M\nnum_hidden_layers: 3\nlayer_types: moe x3\n" + weights_yaml(model);
  const auto tree = parse_yaml("m.yaml", text);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto description = read_description(*tree, "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model.weights;
}

Model three_layers() {
  Model model;
  model.naive.num_hidden_layers = 3;
  return model;
}

TEST_CASE("nothing known is nothing written, and an empty list is one") {
  Model model = three_layers();
  CHECK(weights_yaml(model).empty());
  model.weights.described = true;
  model.weights.mlp = {{false, 3}};
  CHECK(weights_yaml(model) == "weights: {}\n");
  CHECK(read_again(model) == model.weights);
}

TEST_CASE("everything that a description may say of the weights") {
  Model model = three_layers();
  WeightFacts& facts = model.weights;
  facts.described = true;
  facts.sizes = {{"num_experts", 4},     {"q_lora_rank", 0}, {"tie_word_embeddings", 1},
                 {"norms_per_layer", 2}, {"final_norms", 0}, {"mtp_sparse", 1}};
  facts.features = {{"qk_norm", {true, {}}}, {"mlp_bias", {false, {}}}, {"output_gate", {false, {"moe", "conv"}}}};
  facts.mlp = {{true, 1}, {false, 2}};
  facts.published_with = {WeightPart::encoder, WeightPart::draft};
  facts.published_without = {WeightPart::other};
  facts.tensors = {{WeightPart::other, "a, \"b\": c", {2, 3}, 1, 1}, {WeightPart::experts, "up, down", {}, 8, 2}};
  CHECK(weights_yaml(model) ==
        "q_lora_rank: 0\nnum_experts: 4\ntie_word_embeddings: true\nmlp_layer_types: \"sparse, dense x2\"\n"
        "weights:\n  norms_per_layer: 2\n  final_norms: 0\n  mtp_sparse: true\n  mlp_bias: false\n"
        "  output_gate: [moe, conv]\n  qk_norm: true\n  published_with: [encoder, draft]\n"
        "  published_without: [other]\n  tensors:\n"
        "    - {part: other, name: \"a, \\\"b\\\": c\", shape: [2, 3]}\n"
        "    - {part: experts, name: \"up, down\", shape: [], copies: 8, active: 2}\n");
  CHECK(read_again(model) == facts);
}

std::optional<WeightScheme> format_again(const Model& model) {
  const auto tree =
      parse_yaml("m.yaml", "name: M\nnum_hidden_layers: 3\nlayer_types: moe x3\n" + weights_yaml(model));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto description = read_description(*tree, "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model.weight_scheme;
}

TEST_CASE("how the weights are published: one line where that says all, else a map; both read back") {
  Model model = three_layers();
  model.weight_scheme = *parse_weight_scheme("fp8@128x128,keep=attention@0-1");
  model.weight_scheme->from = "weight_format: fp8_e4m3@128x128+f32,keep=attention@0-1";
  CHECK(weights_yaml(model) == "weight_format: \"fp8_e4m3@128x128+f32,keep=attention@0-1\"\n");
  CHECK(format_again(model) == model.weight_scheme);
  model.weight_scheme->from = "quantization_config: modelopt, nvfp4";
  model.weight_scheme->matrix_bytes = 8;
  model.weight_scheme->input_bytes = 4;
  model.weight_scheme->unread = {"quantization_config.mystery"};
  model.weight_scheme->assumed = {"scales in f32: not given"};
  CHECK(format_again(model) == model.weight_scheme);
}

}  // namespace

}  // namespace kvtally::weights_yaml_test
