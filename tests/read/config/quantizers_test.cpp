#include "read/config/quantizers.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/text/json.hpp"

namespace kvtally::quantizers_test {

namespace {

// The scheme as text, the bytes beside a matrix and an input, and what is not understood.
std::string scheme_of(const std::string& json) {
  const auto tree = parse_json("config.json", json);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  WeightScheme scheme;
  apply_quantizer(tree->root(), scheme);
  std::string out = print(scheme);
  out += scheme.matrix_bytes == 0 ? "" : fmt::format(" +{}/matrix", scheme.matrix_bytes);
  out += scheme.input_bytes == 0 ? "" : fmt::format(" +{}/input", scheme.input_bytes);
  for (const std::string& what : scheme.unread) {
    out += "; not understood: " + what;
  }
  return out;
}

std::string compressed(const std::string& weights, const std::string& format = "x") {
  return scheme_of(fmt::format(R"({{"quant_method": "compressed-tensors", "format": "{}",
    "config_groups": {{"group_0": {{"targets": ["Linear"], "weights": {{{}}}}}}}}})",
                               format, weights));
}

TEST_CASE("fp8 by blocks, by tensors, by channels") {
  CHECK(scheme_of(R"({"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": [128, 128]})") ==
        "fp8_e4m3@128x128+f32");
  CHECK(scheme_of(R"({"quant_method": "fp8", "fmt": "e5m2", "weight_block_size": null})") ==
        "fp8_e5m2@tensor+f32");
  CHECK(scheme_of(R"({"quant_method": "fp8", "activation_scheme": "static"})") == "fp8_e4m3@tensor+f32 +4/matrix");
  CHECK(scheme_of(R"({"quant_method": "fbgemm_fp8"})") == "fp8_e4m3@channel+f32");
  CHECK(scheme_of(R"({"quant_method": "fp8", "weight_block_size": [128]})") ==
        "fp8_e4m3@tensor+f32; not understood: weight_block_size, which is no pair of sizes");
  CHECK(scheme_of(R"({"quant_method": "fp8", "weight_block_size": [128, 128], "moe_quant_algo": "NVFP4"})") ==
        "fp8_e4m3@128x128+f32,experts=nvfp4,matrices=experts/shared expert");
}

TEST_CASE("mxfp4 converts experts alone; modelopt everything that its list does not name") {
  CHECK(scheme_of(R"({"quant_method": "mxfp4"})") == "bf16,experts=mxfp4");
  CHECK(scheme_of(R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})") == "nvfp4 +8/matrix");
  CHECK(scheme_of(R"({"quant_algo": "FP8"})") == "fp8_e4m3@tensor+f32 +4/matrix");
  CHECK(scheme_of(R"({"quant_algo": "W4A8_AWQ"})") == "bf16; not understood: quant_algo 'W4A8_AWQ'");
}

TEST_CASE("groups of packed integers: AWQ, GPTQ with its order of groups, bitsandbytes") {
  CHECK(scheme_of(R"({"quant_method": "awq", "bits": 4, "group_size": 128, "zero_point": true})") ==
        "int4@128+f16+int4");
  CHECK(scheme_of(R"({"quant_method": "awq", "bits": 4, "group_size": 64, "zero_point": false})") ==
        "int4@64+f16");
  CHECK(scheme_of(R"({"quant_method": "gptq", "bits": 8, "group_size": 32})") == "int8@32+f16+int8 +4/input");
  CHECK(scheme_of(R"({"quant_method": "gptq", "bits": 4, "group_size": -1})") == "int4@channel+f16+int4 +4/input");
  CHECK(scheme_of(R"({"quant_method": "gptq", "bits": 5, "group_size": 32})") ==
        "bf16; not understood: gptq without bits of 2, 3, 4 or 8 and a group_size");
  CHECK(scheme_of(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})") == "int8@channel+f32");
  CHECK(scheme_of(R"({"quant_method": "bitsandbytes", "load_in_4bit": true})") == "int4@64+f32");
  CHECK(
      scheme_of(R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true})") ==
      "int4@64+int8");
  CHECK(scheme_of(R"({"quant_method": "bitsandbytes"})") ==
        "bf16; not understood: bitsandbytes without one of load_in_4bit and load_in_8bit");
}

TEST_CASE("compressed-tensors by type, bits and strategy") {
  CHECK(compressed(R"("num_bits": 8, "type": "float", "strategy": "channel", "symmetric": true)") ==
        "fp8_e4m3@channel+bf16");
  CHECK(compressed(R"("num_bits": 8, "type": "int", "strategy": "tensor", "symmetric": true)") ==
        "int8@tensor+bf16");
  CHECK(compressed(R"("num_bits": 4, "type": "int", "strategy": "group", "group_size": 32)", "pack-quantized") ==
        "int4@32+bf16 +16/matrix");
  CHECK(compressed(R"("num_bits": 4, "type": "float", "strategy": "group", "group_size": 32)") == "mxfp4");
  CHECK(compressed(R"("num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 16)") ==
        "nvfp4 +8/matrix");
  CHECK(compressed(R"("num_bits": 8, "type": "float", "strategy": "block", "block_structure": [128, 64])") ==
        "fp8_e4m3@128x64+bf16");
  CHECK(compressed(R"("num_bits": 3, "type": "int", "strategy": "group", "group_size": 32)") ==
        "bf16; not understood: weights of 3 bits of type 'int' in groups of 32");
  CHECK(compressed(R"("num_bits": 8, "type": "int", "strategy": "odd")") ==
        "int8; not understood: the strategy 'odd' of the weights");
}

TEST_CASE("what is no quantiser's config") {
  CHECK(scheme_of("{}") == "bf16; not understood: quant_method ''");
  CHECK(scheme_of(R"({"quant_method": "hqq"})") == "bf16; not understood: quant_method 'hqq'");
  CHECK(scheme_of(R"({"quant_method": ["fp8"]})") == "bf16; not understood: quant_method ''");
  CHECK(scheme_of(R"({"quant_method": "compressed-tensors", "config_groups": []})") ==
        "bf16; not understood: config_groups of another number than one");
  CHECK(scheme_of(R"({"quant_method": "compressed-tensors", "config_groups": {"g": {"targets": ["Conv"]}}})") ==
        "bf16; not understood: config_groups that is not of the weights of Linear");
}

}  // namespace

}  // namespace kvtally::quantizers_test
