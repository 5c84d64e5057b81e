// Each rule on a small made-up config.json whose bytes can be checked by hand. Of 4 query heads, 2 key-value heads
// of 8 elements: 64 bytes for each token and layer; of a latent of 16 with 4 rotary elements: 40.

#include "read/config/families.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "account/terms.hpp"
#include "read/config/config.hpp"
#include "read/text/json.hpp"
#include "support/print.hpp"

namespace kvtally {

namespace {

constexpr Tokens kSeen{5000};

struct Row {
  std::string type;
  std::string keys;  // beside the type and those that its shape says
  std::int64_t entries;
  std::int64_t indexer = 0;
  std::int64_t state = 0;
};

const char* const kHeads =
    R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, )";
const char* const kLatent =
    R"("hidden_size": 64, "num_attention_heads": 4, "kv_lora_rank": 16, "qk_rope_head_dim": 4,
       "qk_nope_head_dim": 8, "v_head_dim": 8, )";
const char* const kIndex = R"("index_n_heads": 2, "index_head_dim": 8, "index_topk": 64, )";
const char* const kDelta =
    R"("linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 8,
       "linear_value_head_dim": 8, "linear_conv_kernel_dim": 4, )";
const char* const kPattern = R"("num_hidden_layers": 3, "sliding_window": 100, "hybrid_layer_pattern": [0, 1, 1])";

std::string config(const std::string& type, const std::string& keys) {
  return "{\"model_type\": \"" + type + "\", " + keys + "}";
}

Expected<Description> read(const std::string& text) {
  const auto tree = parse_json("m.json", text);
  return tree ? read_config(*tree, "m") : std::unexpected(tree.error());
}

std::vector<Row> window_rows() {
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
  const std::string seven = kHeads + std::string(R"("num_hidden_layers": 7, "sliding_window": 100)");
  return {
      {"mistral", two, 2 * 64 * 4096},  // the class's window
      {"mistral", two + R"(, "sliding_window": null)", 2 * 64 * 5000},
      {"mistral", two + R"(, "sliding_window": 100)", 2 * 64 * 100},
      {"qwen3_moe", two + R"(, "sliding_window": 100, "use_sliding_window": false)", 2 * 64 * 5000},
      {"qwen3_moe", two + R"(, "sliding_window": 100, "use_sliding_window": true)", 2 * 64 * 100},
      {"qwen3_moe", two + R"(, "use_sliding_window": true)", 2 * 64 * 4096},
      {"gemma2", seven, 64 * (4 * 100 + 3 * 5000)},   // layers 1, 3, 5 are full
      {"gemma3_text", seven, 64 * (6 * 100 + 5000)},  // layer 5 is
      {"gemma3_text", seven + R"(, "sliding_window_pattern": 2)", 64 * (4 * 100 + 3 * 5000)},
      {"gemma3_text", seven + R"(, "_sliding_window_pattern": 3)", 64 * (5 * 100 + 2 * 5000)},
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
      {"gpt_oss", seven, 64 * (4 * 100 + 3 * 5000)},
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

std::vector<Row> key_value_rows() {
  const std::string four = kHeads + std::string(R"("num_hidden_layers": 4, "attention_chunk_size": 100)");
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
  const std::string derived =
      R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 4)";
  return {
      {"llama", two, 2 * 64 * 5000},
      {"llama", R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2)", 2 * 256 * 5000},
      {"glm4_moe", two + R"(, "num_nextn_predict_layers": 1)", 2 * 64 * 5000},
      {"hy_v3", two, 2 * 64 * 5000},
      {"minimax_m2", two, 2 * 64 * 5000},
      {"llama4_text", four, 64 * (3 * 100 + 5000)},
      {"llama4_text", four + R"(, "no_rope_layers": [])", 64 * (3 * 100 + 5000)},
      {"llama4_text", four + R"(, "no_rope_layers": [1, 0, 0, 1])", 64 * (2 * 100 + 2 * 5000)},
      {"llama4_text", four + R"(, "no_rope_layer_interval": 2)", 64 * (2 * 100 + 2 * 5000)},
      {"hunyuan", derived + R"(, "use_cla": false, "cla_share_factor": 2)", 4 * 128 * 5000},
      {"hunyuan", derived + R"(, "use_cla": true, "cla_share_factor": 2)", 2 * 128 * 5000},
      {"hunyuan", derived + R"(, "use_cla": true, "cla_share_factor": 3)", 2 * 128 * 5000},
      {"minimax_m3", two + R"(, "sparse_attention_config": {"sparse_num_index_heads": 2, "sparse_index_dim": 8,
                  "sparse_block_size": 16, "sparse_topk_blocks": 4, "sparse_attention_freq": [0, 1]})",
       2 * 64 * 5000, 16 * 5000},
  };
}

std::vector<Row> latent_rows() {
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

std::vector<Row> state_rows() {
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

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (const auto& part : {window_rows(), key_value_rows(), latent_rows(), state_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

TEST_CASE("each rule gives the bytes that were worked out by hand") {
  std::set<std::string, std::less<>> types;
  for (const Row& row : all_rows()) {
    CAPTURE(config(row.type, row.keys));
    types.insert(row.type);
    const auto description = read(config(row.type, row.keys));
    if (!description) {
      FAIL_CHECK(render(description.error()));
      continue;
    }
    const Tally kept = tally(terms_of(description->model), kSeen);
    CHECK(kept[Part::entries] == Bytes{row.entries});
    CHECK(kept[Part::indexer] == Bytes{row.indexer});
    CHECK(kept[Part::state] == Bytes{row.state});
  }
  CHECK(std::ranges::all_of(families(), [&](const Family& family) { return types.contains(family.model_type); }));
}

TEST_CASE("a list of DeepSeek-V4's ratios must fit") {
  const auto problems = [](const std::string& ratios) {
    const auto description = read(config("deepseek_v4", "\"num_hidden_layers\": 3, " + ratios));
    return description ? "" : description.error()[0].what + "; expected " + description.error()[0].expected;
  };
  CHECK(problems(R"("compress_ratios": [0, 7, 0])") == "the ratio 7; expected 0, 4 or 128");
  CHECK(problems(R"("compress_ratios": [0, 4])") ==
        "layer_types has 2 layers, num_hidden_layers is 3; expected the same number");
  CHECK(problems(R"("x": 1)") == "the key 'compress_ratios' is missing; expected a ratio for each layer");
}

TEST_CASE("the rules are sorted, each once, and their defaults are known") {
  CHECK(std::ranges::is_sorted(families(), {}, &Family::model_type));
  CHECK(std::ranges::adjacent_find(families(), {}, &Family::model_type) == families().end());
  for (const Family& family : families()) {
    CAPTURE(family.model_type);
    CHECK((family.defaults.empty() || class_defaults(family.defaults) != nullptr));
    CHECK(family_of(family.model_type) == &family);
  }
  CHECK(family_of("bert") == nullptr);
  CHECK(family_of("") == nullptr);
}

}  // namespace

}  // namespace kvtally
