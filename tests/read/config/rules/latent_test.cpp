#include "read/config/rules/rows.hpp"

namespace kvtally::latent_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> latent_rows() {
  const std::string two = kLatent + std::string(R"("num_hidden_layers": 2)");
  const std::string four = kLatent + (kIndex + std::string(R"("num_hidden_layers": 4)"));
  return {
      {"deepseek_v3", two, 2 * 40 * 5000},
      {"kimi_k2", two + R"(, "num_key_value_heads": 4)", 2 * 40 * 5000},
      {"deepseek_v32", four, 4 * 40 * 5000, 4 * 16 * 5000},
      {"glm_moe_dsa", four, 4 * 40 * 5000, 4 * 16 * 5000},
      {"glm_moe_dsa", four + R"(, "index_topk_freq": 2)", 4 * 40 * 5000, 3 * 16 * 5000},  // 0, 1 and 3
      {"glm_moe_dsa", four + R"(, "index_topk_freq": 2, "index_skip_topk_offset": 1)", 4 * 40 * 5000,
       2 * 16 * 5000},
      {"glm_moe_dsa", four + R"(, "index_topk_freq": 2, "indexer_types": ["full", "shared", "shared", "shared"])",
       4 * 40 * 5000, 16 * 5000},
      {"hy_v4", four + R"(, "layer_types": ["full_attention", "full_attention", "full_attention",
                                   "deepseek_sparse_attention"])",
       4 * 40 * 5000, 16 * 5000},
      {"glm5_next_text",
       R"("num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "kv_lora_rank": 16,
          "qk_nope_head_dim": 8, "qk_rope_head_dim": 0, "v_head_dim": 8, "index_n_heads": 2, "index_head_dim": 8,
          "index_topk": 64, "index_kpool": 4, "layer_types": ["linear_attention", "deepseek_sparse_attention"],
          "linear_attn_config": {"num_heads": 2, "head_dim": 8, "short_conv_kernel_size": 4})",
       32 * 5000, 16 * 1250, 2 * 64 * 4 + 3 * 16 * 3 * 2},
      // a window of 100 in each layer, ⌊5000 ÷ 4⌋ and ⌊5000 ÷ 128⌋ pooled entries
      {"deepseek_v4",
       R"("num_hidden_layers": 3, "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 1,
          "head_dim": 8, "sliding_window": 100, "index_n_heads": 2, "index_head_dim": 8, "index_topk": 64,
          "compress_ratios": [0, 4, 128, 0])",
       16 * (3 * 100 + 1250 + 39), 16 * 1250},
  };
}

std::vector<Small> block_rows() {
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
  return {
      {"minimax_m3", two + R"(, "sparse_attention_config": {"sparse_num_index_heads": 2, "sparse_index_dim": 8,
                  "sparse_block_size": 16, "sparse_topk_blocks": 4, "sparse_attention_freq": [0, 1]})",
       2 * 64 * 5000, 16 * 5000},
  };
}

std::vector<Small> new_rows() {
  const std::string two = kLatent + R"("num_hidden_layers": 2)";
  const std::string four = kLatent + (kIndex + R"("num_hidden_layers": 4)");
  return {
      {"deepseek_v2", two, 2 * 40 * 5000},
      // 4 heads of 16 where use_mla is off
      {"deepseek_v2",
       R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2,
                         "use_mla": false, "kv_lora_rank": null)",
       2 * 128 * 5000},
      {"minicpm3", R"("hidden_size": 64, "num_attention_heads": 4, "kv_lora_rank": 16, "qk_rope_head_dim": 4,
                      "qk_nope_head_dim": 8, "num_hidden_layers": 2)",
       2 * 40 * 5000},
      {"longcat_flash", kLatent + R"("num_layers": 3)", 6 * 40 * 5000},
      {"glm_moe_dsa", four + R"(, "index_topk_pattern": "FSSF")", 4 * 40 * 5000, 2 * 16 * 5000},
  };
}

TEST_CASE("latents and their indexers: bytes worked out by hand") {
  check_rows(latent_rows());
  check_rows(block_rows());
  check_rows(new_rows());
}

TEST_CASE("each layer's own indexer is said where the file leaves it open") {
  CHECK(assumes("glm_moe_dsa", kLatent + (kIndex + R"("num_hidden_layers": 4)"),
                "index_topk_freq 1: the default of GlmMoeDsaConfig"));
  CHECK(refusals("glm_moe_dsa", kLatent + (kIndex + R"("num_hidden_layers": 1, "index_topk_pattern": "X")")) ==
        "index_topk_pattern holds 'X'; expected F or S for each layer\n");
}

}  // namespace

}  // namespace kvtally::latent_test
