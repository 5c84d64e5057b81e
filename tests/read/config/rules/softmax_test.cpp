#include "read/config/rules/rows.hpp"

namespace kvtally::softmax_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> window_rows() {
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
  const std::string seven = kHeads + std::string(R"("num_hidden_layers": 7, "sliding_window": 100)");
  return {
      {"mistral", two, 2 * 64 * 4096},  // the class's window
      {"mistral", two + R"(, "sliding_window": null)", 2 * 64 * 5000},
      {"mistral", two + R"(, "sliding_window": 100)", 2 * 64 * 100},
      {"qwen3_moe", two + R"(, "sliding_window": 100, "use_sliding_window": false)", 2 * 64 * 5000},
      {"qwen3_moe", two + R"(, "sliding_window": 100, "use_sliding_window": true)", 2 * 64 * 100},
      {"qwen3_moe", two + R"(, "use_sliding_window": true)", 2 * 64 * 4096},
      {"gemma2", seven, 64 * (4 * 100 + 3 * 5000)},   // layers 1, 3 and 5 are full
      {"gemma3_text", seven, 64 * (6 * 100 + 5000)},  // layer 5 is
      {"gemma3_text", seven + R"(, "sliding_window_pattern": 2)", 64 * (4 * 100 + 3 * 5000)},
      {"gemma3_text", seven + R"(, "_sliding_window_pattern": 3)", 64 * (5 * 100 + 2 * 5000)},
      {"gpt_oss", seven, 64 * (4 * 100 + 3 * 5000)},
  };
}

std::vector<Small> key_value_rows() {
  const std::string four = kHeads + std::string(R"("num_hidden_layers": 4, "attention_chunk_size": 100)");
  const std::string two = kHeads + std::string(R"("num_hidden_layers": 2)");
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
  };
}

std::vector<Small> new_rows() {
  const std::string two = kHeads + R"("num_hidden_layers": 2)";
  const std::string four = kHeads + R"("num_hidden_layers": 4, "sliding_window": 100)";
  return {
      {"mixtral", two, 2 * 64 * 5000},
      {"phi3", two + R"(, "sliding_window": 100)", 2 * 64 * 100},
      {"qwen2", four + R"(, "use_sliding_window": false, "max_window_layers": 1)", 4 * 64 * 5000},
      {"qwen2", four + R"(, "use_sliding_window": true, "max_window_layers": 1)", 64 * 5000 + 3 * 64 * 100},
      {"qwen2", four + R"(, "use_sliding_window": true)", 4 * 64 * 5000},  // 28, the class's
      {"dots1", four + R"(, "max_window_layers": 3)", 3 * 64 * 5000 + 64 * 100},
      {"qwen2_moe", four + R"(, "use_sliding_window": true, "max_window_layers": 2)", 3 * 64 * 5000 + 64 * 100},
      {"smollm3", four + R"(, "use_sliding_window": true, "no_rope_layers": [1, 0, 1, 0])",
       64 * (2 * 5000 + 2 * 100)},
      {"cohere2", four, 64 * (3 * 100 + 5000)},
      {"cwm", four, 64 * (3 * 100 + 5000)},
      {"muse_glimmer_text", four, 64 * (3 * 100 + 5000)},  // the last
      {"cohere2_moe", four + R"(, "first_k_dense_replace": 1, "sliding_window_pattern": 3)",
       64 * (2 * 100 + 2 * 5000)},
      {"laguna", four, 4 * 64 * 5000},
      {"laguna", four + R"(, "layer_types": ["sliding_attention", "full_attention", "full_attention",
                                             "sliding_attention"])",
       64 * (2 * 100 + 2 * 5000)},
      {"gpt2", R"("n_embd": 64, "n_head": 4, "n_layer": 3)", 3 * 256 * 5000},
      {"dbrx", R"("d_model": 64, "n_heads": 4, "n_layers": 2, "attn_config": {"kv_n_heads": 2})", 2 * 128 * 5000},
  };
}

TEST_CASE("keys and values of all layers or of a pattern: bytes worked out by hand") {
  check_rows(window_rows());
  check_rows(key_value_rows());
  check_rows(new_rows());
}

TEST_CASE("a window that the class does not know and that is not switched off is refused") {
  const std::string two = kHeads + R"("num_hidden_layers": 2, "sliding_window": 100)";
  CHECK(refusals("llama", two) ==
        "the key 'sliding_window' is not understood, and could change the cache; expected a key that the rule of "
        "'llama' reads; --assume-irrelevant sliding_window passes over it\n");
  CHECK(refusals("llama", two + R"(, "use_sliding_window": false)").empty());
}

TEST_CASE("what a pattern rests on is said") {
  const std::string four = kHeads + R"("num_hidden_layers": 4, "sliding_window": 100)";
  CHECK(assumes("gemma3_text", four, "sliding_window_pattern 6: the default of Gemma3TextConfig"));
  CHECK(assumes("gemma3_text", four, "layer_types: one full layer in 6, the default of Gemma3TextConfig"));
  CHECK(assumes("qwen2", four, "use_sliding_window false: the default of Qwen2Config"));
  CHECK(assumes("mistral", kHeads + R"("num_hidden_layers": 4, "sliding_window": null)",
                "sliding_window is null: no layer slides"));
}

TEST_CASE("lists that contradict the model are refused") {
  const std::string two = kHeads + R"("num_hidden_layers": 2, "attention_chunk_size": 100, )";
  CHECK(refusals("llama4_text", two + R"("no_rope_layers": [1, 0, 1])") ==
        "no_rope_layers has 3 layers, num_hidden_layers is 2; expected the same number\n");
  CHECK(refusals("llama4_text", two + R"("no_rope_layers": [1, 2])") ==
        "no_rope_layers holds '2'; expected 0 or 1 for each layer\n");
  CHECK(refusals("minimax_m2", kHeads + R"("num_hidden_layers": 2, "attn_type_list": [1, 0])") ==
        "attn_type_list holds '0'; expected 1, full attention, of every layer\n");
  CHECK(refusals("exaone4", kHeads + R"("num_hidden_layers": 4, "sliding_window": null)") ==
        "sliding_window is null, and no layer_types say which layers slide; expected a window\n"
        "the key 'layer_types' is missing; expected the layer types in order\n");
}

}  // namespace

}  // namespace kvtally::softmax_test
