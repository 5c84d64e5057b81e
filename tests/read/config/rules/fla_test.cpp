#include "read/config/rules/rows.hpp"

namespace kvtally::fla_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> rows() {
  const std::string two = R"("hidden_size": 64, "num_hidden_layers": 2, "num_heads": 4)";
  const std::int64_t conv = (3 * 64) * 3 * 2;  // queries, keys and values
  return {
      {"gla", two + R"(, "expand_k": 0.5, "expand_v": 1, "use_short_conv": false)", 0, 0, 2 * 4 * 8 * 16 * 4},
      {"retnet", two + R"(, "expand_k": 1, "expand_v": 2, "use_short_conv": false)", 0, 0, 2 * 4 * 16 * 32 * 4},
      {"delta_net", two + R"(, "expand_k": 1, "expand_v": 1, "use_short_conv": true, "conv_size": 4)", 0, 0,
       2 * (4 * 16 * 16 * 4 + conv)},
      {"gated_deltanet", two + R"(, "head_dim": 16, "expand_v": 1, "use_short_conv": true, "conv_size": 4)", 0, 0,
       2 * (4 * 16 * 16 * 4 + conv)},
      {"gsa", two + R"(, "expand_k": 1, "expand_v": 1, "num_slots": 5, "use_short_conv": false)", 0, 0,
       2 * 4 * 5 * (16 + 16) * 4},
      {"hgrn2", R"("hidden_size": 64, "num_hidden_layers": 2, "expand_ratio": 32, "use_short_conv": false)", 0, 0,
       2 * 2 * 32 * 32 * 4},
      {"samba", R"("hidden_size": 64, "num_hidden_layers": 2, "state_size": 16, "conv_kernel": 4, "expand": 2,
                   "attn": {"layers": [1], "num_heads": 4, "num_kv_heads": 2, "window_size": 100})",
       128 * 100, 0, 128 * 16 * 4 + 128 * 3 * 2},
      // a convolution of the values alone
      {"jet_nemotron", kHeads + R"("num_hidden_layers": 3, "layer_types": ["jet", "attn", "swa"],
           "efficient_attention_config": {"jet": {"num_heads": 4, "head_dim": 8, "expand_v": 2, "conv_size": 4},
                                          "swa": {"window_size": 100}})",
       64 * 5000 + 64 * 100, 0, 4 * 8 * 16 * 4 + 64 * 3 * 2},
  };
}

TEST_CASE("fractions of hidden_size: bytes worked out by hand") { check_rows(rows()); }

TEST_CASE("a factor is a decimal fraction, and states for fewer key-value heads are left open") {
  CHECK(refusals("gla", R"("hidden_size": 64, "num_hidden_layers": 2, "num_heads": 4, "expand_k": "x")")
            .starts_with("expand_k is 'x'; expected a factor such as 0.5 or 2\n"));
  CHECK(refusals("gla", R"("hidden_size": 64, "num_hidden_layers": 2, "num_heads": 4, "num_kv_heads": 2)") ==
        "num_kv_heads 2 with num_heads 4; expected as many as num_heads: whether a state is kept for each of "
        "either is "
        "the implementation's choice\n");
}

}  // namespace

}  // namespace kvtally::fla_test
