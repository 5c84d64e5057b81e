#include "read/config/quantization.hpp"

#include <doctest/doctest.h>

#include "read/config/config.hpp"
#include "read/text/json.hpp"

namespace kvtally::quantization_test {

namespace {

Model model_of(const std::string& members) {
  const auto tree = parse_json("config.json", R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
    "num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 32, "intermediate_size": 128, "vocab_size": 100,
    "max_position_embeddings": 4096, "tie_word_embeddings": false)" +
                                                  (members.empty() ? "" : ", " + members) + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto description = read_config(*tree, "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model;
}

std::string from(const std::string& members) {
  const auto scheme = model_of(members).weight_scheme;
  return scheme ? scheme->from : "none";
}

TEST_CASE("torch_dtype is the format of what is not quantised") {
  CHECK(from("") == "none");
  CHECK(from(R"("torch_dtype": "bfloat16")") == "torch_dtype: bfloat16");
  CHECK(from(R"("dtype": "float16")") == "dtype: float16");
  CHECK(from(R"("torch_dtype": "auto")") == "none");
  CHECK(print(*model_of(R"("dtype": "float32")").weight_scheme) == "f32");
  const auto awq = model_of(
      R"("torch_dtype": "float16", "quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 128})");
  CHECK(print(*awq.weight_scheme) == "int4@128+f16+int4,rest=f16");
  CHECK(awq.weight_scheme->from == "quantization_config: awq, int4@128+f16+int4,rest=f16");
  CHECK(awq.weight_scheme->unread.empty());
}

TEST_CASE("a key that is not known is no obstacle to the cache, and named where weights are asked for") {
  const Model model = model_of(R"("quantization_config": {"quant_method": "fp8", "mystery": 3, "empty": {}})");
  CHECK(model.weight_scheme->unread == std::vector<std::string>{"quantization_config.mystery"});
  CHECK(model.weight_scheme->assumed ==
        std::vector<std::string>{"what is not quantised in bf16: there is no torch_dtype",
                                 "scales of fp8 weights in f32: quantization_config does not give their format"});
}

TEST_CASE("the cache's format never follows from that of the weights") {
  const Model plain = model_of("");
  for (
      const std::string members :
      {R"("quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]})",
       R"("quantization_config": {"quant_method": "mxfp4"})", R"("torch_dtype": "float32")",
       R"("quantization_config": {"quant_algo": "NVFP4", "kv_cache_scheme": {"num_bits": 8, "type": "float"}})"}) {
    CAPTURE(members);
    const Model model = model_of(members);
    CHECK(model.weight_scheme.has_value());
    CHECK(model.layers == plain.layers);
    CHECK(model.layers.front().memories.front().entry.front().format == bf16());
  }
}

TEST_CASE("DeepSeek-V4's chosen experts have a format of their own") {
  const Model fp4 = model_of(
      R"("expert_dtype": "fp4", "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]})");
  CHECK(print(*fp4.weight_scheme) == "fp8_e4m3@128x128+f32,experts=mxfp4,matrices=experts/shared expert");
  const Model odd = model_of(R"("expert_dtype": "fp3", "quantization_config": {"quant_method": "fp8"})");
  CHECK(odd.weight_scheme->unread == std::vector<std::string>{"expert_dtype 'fp3'"});
}

}  // namespace

}  // namespace kvtally::quantization_test
