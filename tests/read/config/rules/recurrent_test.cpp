#include "read/config/rules/rows.hpp"

namespace kvtally::recurrent_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> rows() {
  return {
      // two RG-LRU layers of 64 channels and 3 columns, a window of 100 in the third
      {"recurrent_gemma", kHeads + R"("num_hidden_layers": 3, "attention_window_size": 100, "lru_width": 64,
                                      "conv1d_width": 4, "block_types": ["recurrent", "recurrent", "attention"])",
       64 * 100, 0, 2 * (64 * 4 + 64 * 3 * 2)},
      {"rwkv6", R"("hidden_size": 64, "num_hidden_layers": 2, "head_size": 16, "attention_hidden_size": 64)", 0, 0,
       2 * (4 * 16 * 16 * 4 + 2 * 64 * 2)},
      {"rwkv", R"("hidden_size": 64, "num_hidden_layers": 2, "attention_hidden_size": 32)", 0, 0,
       2 * (3 * 32 * 4 + 2 * 64 * 2)},
      // widths of 64 and 128: 2 heads of 32 keys and 64 values, a normaliser of 32 and a stabiliser
      {"xlstm", R"("hidden_size": 128, "num_hidden_layers": 2, "num_heads": 2, "qk_dim_factor": 0.5,
                   "v_dim_factor": 1.0)",
       0, 0, 2 * (2 * 32 * 64 + 2 * 32 + 2) * 4},
      {"lfm2", kHeads + R"("num_hidden_layers": 3, "conv_L_cache": 3, "full_attn_idxs": [1])", 64 * 5000, 0,
       2 * 2 * 64 * 2},
      {"lfm2", kHeads + R"("num_hidden_layers": 3, "conv_L_cache": 3)", 3 * 64 * 5000},
      // (4 + 2) × 8 channels of 2 columns, and 2 × 8 ÷ 2 values
      {"zaya", kHeads + R"("num_hidden_layers": 2)", 2 * 64 * 5000, 0, 2 * (48 * 2 * 2 + 8 * 2)},
      // 2 × 2 × 8 + 2 × 64 channels of 3 columns; 4 heads in the layers that slide: 2 × 4 × 8 + 2 × 64
      {"inkling_text", kHeads + R"("num_hidden_layers": 2, "sliding_window_size": 100, "local_layer_ids": [0],
                                   "swa_num_attention_heads": 4, "swa_num_key_value_heads": 4, "swa_head_dim": 8)",
       128 * 100 + 64 * 5000, 0, 160 * 3 * 2 + 192 * 3 * 2},
  };
}

TEST_CASE("recurrences and short convolutions: bytes worked out by hand") { check_rows(rows()); }

TEST_CASE("a block of another name is refused") {
  CHECK(refusals("recurrent_gemma", kHeads + R"("num_hidden_layers": 1, "block_types": ["x"])")
            .starts_with("block_types holds 'x'; expected recurrent or attention\n"));
}

}  // namespace

}  // namespace kvtally::recurrent_test
