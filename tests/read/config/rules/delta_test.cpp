#include "read/config/rules/rows.hpp"

namespace kvtally::delta_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

const std::string kDelta =
    R"("linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 8,
       "linear_value_head_dim": 8, "linear_conv_kernel_dim": 4, )";

std::vector<Small> state_rows() {
  const std::string two = R"("num_hidden_layers": 2)";
  const std::string four = R"("num_hidden_layers": 4, "layer_group_size": 2)";
  const std::int64_t delta = 4 * 8 * 8 * 4 + (2 * 16 + 32) * 3 * 2;  // matrix in f32, 3 columns in bf16
  const std::int64_t kda = 4 * 8 * 8 * 4 + 3 * 32 * 3 * 2;
  const std::int64_t lightning = 4 * 8 * 8 * 4;
  return {
      {"qwen3_next", kHeads + (kDelta + two + R"(, "full_attention_interval": 2)"), 64 * 5000, 0, delta},
      {"qwen3_5_text", kHeads + (kDelta + std::string(R"("num_hidden_layers": 4)")), 64 * 5000, 0,
       3 * delta},  // every fourth
      {"qwen3_5_moe_text",
       kHeads + (kDelta + two + R"(, "layer_types": ["linear_attention", "linear_attention"])"), 0, 0, 2 * delta},
      {"qwen4_exp_text",
       kHeads + (kDelta + two + R"(, "layer_types": ["linear_attention", "full_attention"], "indexer_n_heads": 2,
                                    "indexer_head_dim": 8, "indexer_budget": 64, "indexer_compress_ratio": 4)"),
       64 * 5000, 16 * 1250, delta},
      {"kimi_linear",
       kLatent + std::string(R"("num_hidden_layers": 4, "linear_attn_config": {"num_heads": 4, "head_dim": 8,
           "short_conv_kernel_size": 4, "kda_layers": [1, 2, 3], "full_attn_layers": [4]})"),
       40 * 5000, 0, 3 * kda},
      {"bailing_hybrid", kLatent + (four + R"(, "head_dim": 8, "short_conv_kernel_size": 4)"), 2 * 40 * 5000, 0,
       2 * kda},
      {"bailing_hybrid", kLatent + (four + R"(, "head_dim_linear": 8)"), 2 * 40 * 5000, 0, 2 * lightning},
      {"bailing_moe_linear", kHeads + four, 2 * 64 * 5000, 0, 2 * lightning},
      // layer 4 is behind the last whole group
      {"bailing_moe_linear", kHeads + std::string(R"("num_hidden_layers": 5, "layer_group_size": 2)"),
       3 * 64 * 5000, 0, 2 * lightning},
      {"minimax_m1", kHeads + (two + R"(, "attn_type_list": [0, 1])"), 64 * 5000, 0, lightning},
  };
}

TEST_CASE("delta-rule and lightning states: bytes worked out by hand") { check_rows(state_rows()); }

TEST_CASE("widths that follow from hidden_size") {
  // 4 heads of ⌊3/4 × 64 ÷ 4⌋ = 12 keys and 24 values; a convolution of 3 columns over 48 + 48 + 96 channels
  check_rows(
      {{"olmo_hybrid", R"("hidden_size": 64, "num_attention_heads": 4, "head_dim": 8, "num_hidden_layers": 4)",
        128 * 5000, 0, 3 * (4 * 12 * 24 * 4 + 192 * 3 * 2)}});
}

TEST_CASE("a layer is in one of Kimi Linear's lists") {
  const std::string text =
      kLatent + R"("num_hidden_layers": 2, "linear_attn_config": {"num_heads": 4, "head_dim": 8,
                                       "short_conv_kernel_size": 4, "kda_layers": [1], "full_attn_layers": [1]})";
  CHECK(refusals("kimi_linear", text) ==
        "layer 1 is in both of full_attn_layers and kda_layers; expected each layer, counted from 1, in one of "
        "them\n");
}

TEST_CASE("a member of a map that no rule reads is not passed over") {
  const std::string text =
      kLatent + R"("num_hidden_layers": 2, "linear_attn_config": {"num_heads": 4, "head_dim": 8,
                                       "short_conv_kernel_size": 4, "full_attn_layers": [1], "state_window": 7})";
  CHECK(refusals("kimi_linear", text) ==
        "the key 'state_window' is not understood, and could change the cache; expected a key that the rule of "
        "'kimi_linear' reads; --assume-irrelevant state_window passes over it\n");
}

}  // namespace

}  // namespace kvtally::delta_test
