#include "verify/vectors/altered.hpp"

namespace kvtally::layer_parameters_test {

using test::failures_with;

TEST_CASE("each parameter of a layer is obeyed") {
  const auto changes_output = [](const std::string& name, std::string_view piece, std::string_view other) {
    CAPTURE(piece);
    CHECK(failures_with(name, piece, other).contains("prefill_full (eager)\n"));
  };
  changes_output("softmax_layer_qwen3_qkrms", "\"order\":\"before rope\"", "\"order\":\"after rope\"");
  changes_output("softmax_layer_qwen3_qkrms", "\"eps\":1e-06", "\"eps\":0.1");
  changes_output("softmax_layer_qwen3_next_gated", ",\"factor\":\"1 + weight\"", "");
  changes_output("softmax_layer_llama4_rope_chunked", "\"eps\":1e-05", "\"eps\":0.1");
  changes_output("softmax_layer_llama4_nope_full", "\"attn_scale\":0.1", "\"attn_scale\":0.2");
  changes_output("softmax_layer_llama4_nope_full", "\"floor_scale\":4", "\"floor_scale\":3");
  changes_output("softmax_layer_mimo_v2_full", "\"value_scale\":0.707", "\"value_scale\":0.7");
  changes_output("softmax_layer_gemma2_softcap_full", "\"softcap\":2.0", "\"softcap\":null");
  changes_output("softmax_layer_gemma2_softcap_sliding", "\"window\":5", "\"window\":null,\"chunk\":5");
  changes_output("softmax_layer_gemma4_k_eq_v", "\"scale\":1.0", "\"scale\":0.9");
}

TEST_CASE("parameters that aren't known") {
  const std::string qwen = "softmax_layer_qwen3_qkrms";
  CHECK(failures_with(qwen, R"("type":"rms_weight_D")", R"("type":"rms_bias")") ==
        "the norm 'rms_bias' isn't known; l2_no_weight, rms_weight_D, rms_whole_projection, "
        "layernorm_weight_per_head_no_bias");
  CHECK(failures_with(qwen, R"("order":"before rope")", R"("order":"instead")") ==
        "the order 'instead' isn't known; before rope or after rope");
  CHECK(failures_with("softmax_layer_qwen3_next_gated", R"("1 + weight")", R"("2 + weight")") ==
        "the norm factor '2 + weight' isn't known; '1 + weight' of an RMS norm");
  CHECK(test::refused_with("softmax_layer_hunyuan_qknorm_after_rope", R"("query_layernorm","key_layernorm")",
                           R"("query_layernorm")", "a norm's weights are the query's and the key's"));
  CHECK(failures_with("softmax_layer_gemma4_k_eq_v", R"("k_eq_v":true)", R"("v_head_dim":6,"k_eq_v":true)") ==
        "keys that are values are as wide as values; ");
}

}  // namespace kvtally::layer_parameters_test
