#include "read/config/rules/rows.hpp"

namespace kvtally::zamba_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> rows() {
  // 4 heads of 2 × 64 ÷ 4 = 32 elements: 512 bytes for keys and values of all
  const std::string four =
      R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 4, "num_hidden_layers": 4)";
  return {
      {"zamba", four + R"(, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "attn_layer_period": 6,
                          "attn_layer_offset": 4)",
       512 * 5000, 0, 4 * (128 * 16 * 4 + 128 * 3 * 2)},
      {"zamba2", four + R"(, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "n_mamba_heads": 4,
                           "mamba_ngroups": 1, "layers_block_type": ["mamba", "hybrid", "mamba", "hybrid"])",
       2 * 512 * 5000, 0, 4 * (4 * 32 * 16 * 4 + (128 + 2 * 16) * 3 * 2)},
      {"zamba2", four + R"(, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "n_mamba_heads": 4,
                           "mamba_ngroups": 1, "hybrid_layer_ids": [3])",
       512 * 5000, 0, 4 * (4 * 32 * 16 * 4 + (128 + 2 * 16) * 3 * 2)},
  };
}

TEST_CASE("a shared block beside Mamba: bytes worked out by hand") { check_rows(rows()); }

}  // namespace

}  // namespace kvtally::zamba_test
