#include "read/config/rules/rows.hpp"

namespace kvtally::per_layer_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> rows() {
  const std::string blocks = R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": null,
                                "num_hidden_layers": 3, "block_configs": [{"attention": {"n_heads_in_group": 2}},
                                {"attention": {"no_op": true, "n_heads_in_group": null}},
                                {"attention": {"n_heads_in_group": 4, "replace_with_linear": false}}])";
  return {
      {"openelm", R"("model_dim": 64, "head_dim": 8, "num_transformer_layers": 3, "num_query_heads": [4, 4, 6],
                     "num_kv_heads": [1, 2, 3])",
       (1 + 2 + 3) * 32 * 5000},
      {"nemotron-nas", blocks, (2 + 1) * 64 * 5000},
      // 4 tiles of (28 ÷ 14)² + 1 = 5 vision tokens in the third layer
      {"mllama_text_model", kHeads + R"("num_hidden_layers": 3, "cross_attention_layers": [2])", 2 * 64 * 5000},
  };
}

TEST_CASE("layers described one by one: bytes worked out by hand") { check_rows(rows()); }

TEST_CASE("lists that contradict one another are refused") {
  CHECK(refusals("openelm", R"("model_dim": 64, "head_dim": 8, "num_transformer_layers": 2, "num_query_heads": [4],
                               "num_kv_heads": [1, 2])")
            .starts_with("num_kv_heads has 2 layers, num_query_heads 1; expected the same number\n"));
  CHECK(refusals("mllama_text_model", kHeads + R"("num_hidden_layers": 3, "cross_attention_layers": [3])")
            .starts_with("cross_attention_layers holds 3, num_hidden_layers is 3; expected layers of the model, "
                         "counted from 0\n"));
  CHECK(
      refusals("nemotron-nas", R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 1,
                                    "block_configs": [{"attention": {"n_heads_in_group": 2, "window_length": 9}}])") ==
      "the key 'window_length' is not understood, and could change the cache; expected n_heads_in_group, no_op or "
      "replace_with_linear\n");
}

}  // namespace

}  // namespace kvtally::per_layer_test
