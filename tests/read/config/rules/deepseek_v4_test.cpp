#include "read/config/rules/rows.hpp"

namespace kvtally::deepseek_v4_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

const std::string kSizes =
    R"("num_hidden_layers": 3, "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 8,
       "sliding_window": 100, "index_n_heads": 2, "index_head_dim": 8, "index_topk": 64, )";

TEST_CASE("a list of DeepSeek-V4's ratios must fit") {
  const auto problems = [](const std::string& ratios) {
    const auto description = read_text(config("deepseek_v4", "\"num_hidden_layers\": 3, " + ratios));
    return description ? "" : description.error()[0].what + "; expected " + description.error()[0].expected;
  };
  CHECK(problems(R"("compress_ratios": [0, 7, 0])") == "the ratio 7; expected 0, 4 or 128");
  CHECK(problems(R"("compress_ratios": [0, 4])") ==
        "layer_types has 2 layers, num_hidden_layers is 3; expected the same number");
  CHECK(problems(R"("x": 1)") == "the key 'compress_ratios' is missing; expected a ratio for each layer");
}

TEST_CASE("layers by ratio and by type are the same") {
  // a window of 100 in each layer, 5000 ÷ 4 and 5000 ÷ 128 pooled entries
  const std::int64_t entries = 16 * (3 * 100 + 1250 + 39);
  check_rows({{"deepseek_v4", kSizes + R"("compress_ratios": [0, 4, 128, 0])", entries, 16 * 1250},
              {"deepseek_v4", kSizes + R"("layer_types": ["sliding_attention", "compressed_sparse_attention",
                                          "heavily_compressed_attention"])",
               entries, 16 * 1250},
              {"deepseek_v4", kSizes + R"("layer_types": ["sliding_attention", "compressed_sparse_attention",
                                          "sliding_attention"],
                                          "compress_rates": {"compressed_sparse_attention": 8})",
               16 * (3 * 100 + 625), 16 * 625}});
}

}  // namespace

}  // namespace kvtally::deepseek_v4_test
