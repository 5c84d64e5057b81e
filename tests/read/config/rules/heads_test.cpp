#include "read/config/rules/rows.hpp"

namespace kvtally::heads_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

const std::string kPattern = R"("num_hidden_layers": 3, "sliding_window": 100, "hybrid_layer_pattern": [0, 1, 1])";

std::vector<Small> marked_rows() {
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
  const std::string seven = kHeads + std::string(R"("num_hidden_layers": 7, "sliding_window": 100)");
  return {
      // layers 5 and 6: one head of 16, or two of them
      {"gemma4_text",
       seven + R"(, "global_head_dim": 16, "num_global_key_value_heads": 1, "attention_k_eq_v": true)",
       64 * 5 * 100 + 64 * 2 * 5000},
      {"gemma4_text",
       seven + R"(, "global_head_dim": 16, "num_global_key_value_heads": 1, "attention_k_eq_v": false)",
       64 * 5 * 100 + 128 * 2 * 5000},
      {"gemma4_text",
       seven + R"(, "global_head_dim": 16, "num_global_key_value_heads": null, "attention_k_eq_v": true)",
       64 * 5 * 100 + 128 * 2 * 5000},
      {"gemma4_text", seven + R"(, "global_head_dim": 16, "num_kv_shared_layers": 1)", 64 * 5 * 100 + 128 * 5000},
      {"mimo_v2", kHeads + (R"("v_head_dim": 4, )" + std::string(kPattern)), 48 * (5000 + 2 * 100)},
      {"mimo_v2_flash",
       kHeads + (R"("v_head_dim": 4, "swa_num_key_value_heads": 2, "swa_head_dim": 8, "swa_v_head_dim": 4, )" +
                 std::string(kPattern)),
       48 * (5000 + 2 * 100)},
      {"mimo_v2_flash",
       kHeads + (R"("v_head_dim": 4, "swa_num_key_value_heads": 4, "swa_head_dim": 16, "swa_v_head_dim": 8, )" +
                 std::string(kPattern)),
       48 * 5000 + 192 * 2 * 100},
  };
}

std::vector<Small> shared_rows() {
  const std::string derived =
      R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 4)";
  return {
      {"hunyuan", derived + R"(, "use_cla": false, "cla_share_factor": 2)", 4 * 128 * 5000},
      {"hunyuan", derived + R"(, "use_cla": true, "cla_share_factor": 2)", 2 * 128 * 5000},
      {"hunyuan", derived + R"(, "use_cla": true, "cla_share_factor": 3)", 2 * 128 * 5000},
  };
}

std::vector<Small> new_rows() {
  const std::string shape = R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2)";
  const std::string four = kHeads + R"("num_hidden_layers": 4, "sliding_window": 100)";
  return {
      // heads of 16: 64 bytes for one, 128 for two, 256 for four
      {"falcon", shape, 2 * 64 * 5000},
      {"falcon", shape + R"(, "multi_query": false)", 2 * 256 * 5000},
      {"falcon", shape + R"(, "new_decoder_architecture": true, "num_kv_heads": 2)", 2 * 128 * 5000},
      {"gpt_bigcode", R"("n_embd": 64, "n_head": 4, "n_layer": 2)", 2 * 64 * 5000},
      {"gpt_bigcode", R"("n_embd": 64, "n_head": 4, "n_layer": 2, "multi_query": false)", 2 * 256 * 5000},
      {"chatglm", R"("hidden_size": 64, "num_attention_heads": 4, "num_layers": 2, "kv_channels": 16,
                     "multi_query_attention": true, "multi_query_group_num": 2)",
       2 * 128 * 5000},
      {"hf_olmo",
       R"("d_model": 64, "n_heads": 4, "n_layers": 2, "n_kv_heads": null, "multi_query_attention": false)",
       2 * 256 * 5000},
      {"hf_olmo", R"("d_model": 64, "n_heads": 4, "n_layers": 2, "multi_query_attention": true)", 2 * 64 * 5000},
      // two layers share the cache of the last of their type
      {"gemma3n_text", kHeads + R"("num_hidden_layers": 10, "sliding_window": 100, "num_kv_shared_layers": 5)",
       64 * (4 * 100 + 5000)},
      {"step3p5",
       four + R"(, "layer_types": ["full_attention", "sliding_attention", "sliding_attention", "full_attention",
                                   "sliding_attention"], "num_nextn_predict_layers": 1,
                  "attention_other_setting": {"attention_type": "sliding_attention", "num_attention_heads": 8,
                                              "num_attention_groups": 2, "head_dim": 8})",
       64 * (2 * 100 + 2 * 5000)},
  };
}

TEST_CASE("heads that are said in an unusual way: bytes worked out by hand") {
  check_rows(marked_rows());
  check_rows(shared_rows());
  check_rows(new_rows());
}

TEST_CASE("marks of other values are refused") {
  CHECK(refusals("mimo_v2", kHeads + R"("v_head_dim": 4, "sliding_window": 100, "num_hidden_layers": 2,
                                         "hybrid_layer_pattern": [0, 2])") ==
        "hybrid_layer_pattern holds '2'; expected 0 or 1 for each layer\n");
  CHECK(refusals("hunyuan", kHeads + R"("num_hidden_layers": 2, "use_mla": true)") ==
        "use_mla is true; expected false: no code is known in which this model type has a latent\n");
  CHECK(refusals("chatglm", R"("hidden_size": 64, "num_attention_heads": 4, "num_layers": 2, "kv_channels": 16,
                               "multi_query_attention": true)")
            .starts_with("the key 'multi_query_group_num' is missing; expected the number of key-value heads\n"));
}

}  // namespace

}  // namespace kvtally::heads_test
