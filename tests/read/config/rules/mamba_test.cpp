#include "read/config/rules/rows.hpp"

namespace kvtally::mamba_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> state_rows() {
  const std::string two = R"("num_hidden_layers": 2)";
  return {
      // 128 channels and a state of 16
      {"jamba",
       kHeads + (two + R"(, "attn_layer_period": 2, "attn_layer_offset": 1, "mamba_expand": 2, "mamba_d_state": 16,
                          "mamba_d_conv": 4)"),
       64 * 5000, 0, 128 * 16 * 4 + 128 * 3 * 2},
      // 4 heads of 128 ÷ 4, or of 16
      {"bamba", kHeads + (two + R"(, "attn_layer_indices": [1], "mamba_d_head": "auto", "mamba_expand": 2,
                          "mamba_n_heads": 4, "mamba_n_groups": 1, "mamba_d_state": 16, "mamba_d_conv": 4)"),
       64 * 5000, 0, 4 * 32 * 16 * 4 + (128 + 2 * 16) * 3 * 2},
      {"bamba", kHeads + (two + R"(, "attn_layer_indices": [1], "mamba_d_head": 16, "mamba_n_heads": 4,
                          "mamba_n_groups": 1, "mamba_d_state": 16, "mamba_d_conv": 4)"),
       64 * 5000, 0, 4 * 16 * 16 * 4 + (64 + 2 * 16) * 3 * 2},
  };
}

std::vector<Small> new_rows() {
  const std::string two = kHeads + R"("num_hidden_layers": 2)";
  const std::string mamba2 =
      R"(, "mamba_expand": 2, "mamba_n_heads": 4, "mamba_n_groups": 1, "mamba_d_state": 16, "mamba_d_conv": 4)";
  const std::int64_t state = 4 * 32 * 16 * 4 + (128 + 2 * 16) * 3 * 2;
  return {
      {"mamba", R"("hidden_size": 64, "num_hidden_layers": 2, "state_size": 16, "conv_kernel": 4, "expand": 2)", 0,
       0, 2 * (128 * 16 * 4 + 128 * 3 * 2)},
      {"mamba2", R"("hidden_size": 64, "num_hidden_layers": 2, "state_size": 16, "conv_kernel": 4, "expand": 2,
                    "head_dim": 32, "n_groups": 1)",
       0, 0, 2 * state},
      {"granitemoehybrid", two + mamba2 + R"(, "layer_types": ["mamba", "attention"])", 64 * 5000, 0, state},
      {"granitemoehybrid", two + mamba2 + R"(, "layer_types": ["attention", "attention"])", 2 * 64 * 5000},
      {"falcon_h1", two + mamba2 + R"(, "mamba_d_ssm": 128)", 2 * 64 * 5000, 0, 2 * state},
      {"nemotron_h", kHeads + R"("num_hidden_layers": 4, "hybrid_override_pattern": "M*-E", "ssm_state_size": 16,
                                 "conv_kernel": 4, "mamba_num_heads": 4, "mamba_head_dim": 32, "n_groups": 1)",
       64 * 5000, 0, state},
      {"nemotron_h",
       kHeads + R"("layers_block_type": ["mamba", "attention"], "ssm_state_size": 16, "conv_kernel": 4,
                                 "mamba_num_heads": 4, "mamba_head_dim": 32, "n_groups": 1)",
       64 * 5000, 0, state},
  };
}

TEST_CASE("Mamba states: bytes worked out by hand") {
  check_rows(state_rows());
  check_rows(new_rows());
}

TEST_CASE("heads that do not make the channels, and marks of other letters, are refused") {
  CHECK(refusals("mamba2", R"("hidden_size": 64, "num_hidden_layers": 2, "state_size": 16, "conv_kernel": 4,
                              "expand": 2, "head_dim": 32, "num_heads": 3, "n_groups": 1)") ==
        "3 heads of 32 for 128 channels; expected expand × hidden_size\n");
  CHECK(refusals("nemotron_h", kHeads + R"("num_hidden_layers": 2, "hybrid_override_pattern": "MX")")
            .starts_with("hybrid_override_pattern holds 'X'; expected M, *, - or E for each layer\n"));
  CHECK(assumes("nemotron_h",
                kHeads + R"("num_hidden_layers": 3, "hybrid_override_pattern": "**", "ssm_state_size": 16,
                            "conv_kernel": 4, "mamba_num_heads": 4, "mamba_head_dim": 32, "n_groups": 1)",
                "num_hidden_layers 3 is not used: hybrid_override_pattern has 2 layers"));
}

}  // namespace

}  // namespace kvtally::mamba_test
