// Files as llama.cpp's converter writes them for real models, with the figures that their config.json gives.

#include <doctest/doctest.h>

#include "read/gguf/files.hpp"

namespace kvtally::rules_attention_test {

namespace {

using test::each;
using test::file_of;
using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::kept;
using test::same_layers;

TEST_CASE("llama: Yi-6B-Chat, whose head width is a quotient") {
  const Model model = gguf_model(file_of("llama", {32, 4096, 32, 4, 0}, 512));
  CHECK(kept(model, 4096) == 268435456);  // 32 × 2 × 4 × 128 × 2 × 4096
  CHECK(kept(model, 131072) == 8589934592);
  CHECK(model.max_position_embeddings == 512);
  CHECK(model.assumptions.front() == "head_dim 128 = embedding_length 4096 ÷ 32 heads");
}

TEST_CASE("qwen3moe: Qwen3-235B-A22B") {
  GgufWriter file = file_of("qwen3moe", {94, 4096, 64, 4, 128}, 40960);
  file.set("expert_count", 128).set("expert_used_count", 8).set("expert_feed_forward_length", 1536);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 788529152);  // 94 × 2 × 4 × 128 × 2 × 4096
  CHECK(kept(model, 131072) == 25232932864);
  CHECK(same_layers(model, "qwen3-235b-a22b"));
}

TEST_CASE("gemma2: Gemma 2 2B slides in every second layer, with or without the keys") {
  GgufWriter file = file_of("gemma2", {26, 2304, 8, 4, 256}, 8192);
  const Model without = gguf_model(file);
  CHECK(kept(gguf_model(file.set("attention.sliding_window", 4096)), 4096) == 436207616);  // 26 × 4096 × 4096
  CHECK(kept(without, 131072) == 7197425664);  // 13 × 4096 × (131072 + 4096)
  CHECK(without.assumptions == std::vector<std::string>{"attention.sliding_window 4096: llama.cpp's for gemma2",
                                                        "one layer in 2 is full: llama.cpp's pattern for gemma2"});
}

TEST_CASE("gemma3: Gemma 3 27B") {
  GgufWriter file = file_of("gemma3", {62, 5376, 32, 16, 128});
  const Model full = gguf_model(file);
  const Model model = gguf_model(file.set("attention.sliding_window", 1024));
  CHECK(kept(model, 4096) == 771751936);      // 8192 × (10 × 4096 + 52 × 1024)
  CHECK(kept(model, 131072) == 11173625856);  // 8192 × (10 × 131072 + 52 × 1024)
  CHECK(same_layers(model, "gemma-3-27b"));
  CHECK(kept(full, 131072) == 66571993088);  // without the key: 62 × 8192 × 131072
}

TEST_CASE("gemma3n: the first 20 layers own keys and values") {
  GgufWriter file = file_of("gemma3n", {30, 2048, 8, 2, 256}, 32768);
  file.set("attention.sliding_window", 512).set("embedding_length_per_layer_input", 256);
  CHECK(same_layers(gguf_model(file), "gemma-3n-e2b"));
  file.set("attention.shared_kv_layers", 10);
  file.set("attention.sliding_window_pattern", each(30, [](int i) { return i % 5 < 4; }));
  CHECK(same_layers(gguf_model(file), "gemma-3n-e2b"));
}

TEST_CASE("gemma4: E2B shares, 31B has other heads in full layers") {
  GgufWriter small = file_of("gemma4", {35, 1536, 8, 1, 512});
  small.set("attention.sliding_window", 512).set("attention.shared_kv_layers", 20);
  small.set("attention.key_length_swa", 256).set("attention.value_length_swa", 256);
  small.set("attention.sliding_window_pattern", each(35, [](int i) { return i % 5 != 4; }));
  const Model e2b = gguf_model(small);
  CHECK(kept(e2b, 4096) == 31457280);     // 3 full × 2048 × 4096 + 12 sliding × 1024 × 512
  CHECK(kept(e2b, 131072) == 811597824);  // 3 × 2048 × 131072 + 6291456

  GgufWriter large = file_of("gemma4", {60, 5376, 32, 0, 512}, 262144);
  std::vector<int> heads;
  for (int i = 0; i < 60; ++i) {
    heads.push_back(i % 6 == 5 ? 4 : 16);
  }
  large.set("attention.head_count_kv", heads).set("attention.sliding_window", 1024);
  large.set("attention.shared_kv_layers", 0).set("attention.key_length_swa", 256);
  large.set("attention.value_length_swa", 256);
  large.set("attention.sliding_window_pattern", each(60, [](int i) { return i % 6 != 5; }));
  const Model b31 = gguf_model(large);
  CHECK(kept(b31, 4096) == 1174405120);     // 10 × 8192 × 4096 + 50 × 16384 × 1024
  CHECK(kept(b31, 131072) == 11576279040);  // 10 × 8192 × 131072 + 838860800
  CHECK(same_layers(b31, "gemma-4-31b"));

  GgufWriter silent = file_of("gemma4", {2, 64, 4, 2, 16});
  CHECK(gguf_problems(silent.set("attention.sliding_window", 8)) ==
        "m.gguf: the key 'gemma4.attention.sliding_window_pattern' is missing; expected true or false for each "
        "block\n");
}

TEST_CASE("gpt-oss: 120B") {
  GgufWriter file = file_of("gpt-oss", {36, 2880, 64, 8, 64});
  CHECK(gguf_problems(file) ==
        "m.gguf: the key 'gpt-oss.attention.sliding_window' is missing; expected a whole number\n");
  const Model model = gguf_model(file.set("attention.sliding_window", 128));
  CHECK(kept(model, 4096) == 155713536);     // 2048 × 18 × (4096 + 128)
  CHECK(kept(model, 131072) == 4836556800);  // 2048 × 18 × (131072 + 128)
  CHECK(same_layers(model, "gpt-oss-120b"));
}

TEST_CASE("llama4: Scout's chunks are llama.cpp's constant") {
  GgufWriter file = file_of("llama4", {48, 5120, 40, 8, 128}, 10485760);
  file.set("interleave_moe_layer_step", 1);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 805306368);     // 48 × 4096 × 4096
  CHECK(kept(model, 131072) == 7650410496);  // 12 × 4096 × 131072 + 36 × 4096 × 8192
  CHECK(same_layers(model, "llama-4-scout"));
  CHECK(kept(gguf_model(file.set("attention.sliding_window", 0)), 131072) == 25769803776);  // 48 × 4096 × 131072
}

TEST_CASE("exaone4: the 32B model slides by its array, the 1.2B model not at all") {
  GgufWriter large = file_of("exaone4", {64, 5120, 40, 8, 128});
  CHECK(kept(gguf_model(large), 131072) == 9395240960);
  large.set("attention.sliding_window", 4096);
  large.set("attention.sliding_window_pattern", each(64, [](int i) { return i % 4 != 3; }));
  const Model model = gguf_model(large);
  CHECK(kept(model, 4096) == 1073741824);    // 64 × 4096 × 4096
  CHECK(kept(model, 131072) == 9395240960);  // 16 × 4096 × 131072 + 48 × 4096 × 4096
  CHECK(kept(gguf_model(file_of("exaone4", {30, 2048, 32, 8, 64})), 131072) == 8053063680);  // 30 × 2048 × 131072
}

TEST_CASE("olmo2: Olmo 3.1 32B slides in three of four layers") {
  GgufWriter file = file_of("olmo2", {64, 5120, 40, 8, 0}, 65536);
  const Model model = gguf_model(file.set("attention.sliding_window", 4096));
  CHECK(kept(model, 4096) == 1073741824);
  CHECK(kept(model, 131072) == 9395240960);
}

TEST_CASE("mimo2: keys wider than values, more heads in sliding layers, draft blocks by the array") {
  GgufWriter file("mimo2");
  file.set("block_count", 51).set("embedding_length", 4096).set("context_length", 262144);
  file.set("attention.head_count", 64).set("attention.key_length", 192).set("attention.value_length", 128);
  file.set("nextn_predict_layers", 3).set("attention.sliding_window", 128);
  std::vector<int> pattern;
  std::vector<int> heads;
  for (int i = 0; i < 51; ++i) {
    const bool full = i < 48 && (i == 0 || (i + 1) % 6 == 0);
    pattern.push_back(full ? 0 : 1);
    heads.push_back(full ? 4 : 8);
  }
  file.set("attention.sliding_window_pattern", pattern).set("attention.head_count_kv", heads);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 119930880);  // 9 × 4 × 320 × 2 × 4096 + 39 × 8 × 320 × 2 × 128
  CHECK(kept(model, 131072) == 3045457920);
  CHECK(layer_count(model.draft) == 3);
  CHECK(model.layers[model.draft.front().layer].kind == "swa");
}

TEST_CASE("step35: Step 3.7 Flash, other query heads in sliding layers") {
  GgufWriter file("step35");
  file.set("block_count", 48).set("embedding_length", 4096).set("context_length", 65536);
  file.set("nextn_predict_layers", 3).set("attention.sliding_window", 512);
  file.set("attention.key_length", 128).set("attention.value_length", 128);
  std::vector<int> heads;
  for (int i = 0; i < 48; ++i) {
    heads.push_back(i % 4 == 0 ? 64 : 96);
  }
  file.set("attention.head_count", heads).set("attention.head_count_kv", 8);
  file.set("attention.sliding_window_pattern", each(48, [](int i) { return i % 4 != 0; }));
  const Model model = gguf_model(file);
  CHECK(layer_count(model.order) == 45);
  CHECK(kept(model, 4096) == 270532608);     // 12 × 4096 × 4096 + 33 × 4096 × 512
  CHECK(kept(model, 131072) == 6511656960);  // 12 × 4096 × 131072 + 69206016
}

TEST_CASE("glm4moe: the block behind the model's is a draft layer") {
  GgufWriter file = file_of("glm4moe", {93, 5120, 96, 8, 128});
  file.set("nextn_predict_layers", 1).set("leading_dense_block_count", 3);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 1543503872);  // 92 × 4096 × 4096
  CHECK(kept(model, 131072) == 49392123904);
  CHECK(same_layers(model, "glm-4.5"));
}

TEST_CASE("phi3: the model's window, which llama.cpp does not use") {
  GgufWriter file = file_of("phi3", {32, 3072, 32, 32, 0});
  const Model model = gguf_model(file.set("attention.sliding_window", 2047));
  CHECK(kept(model, 4096) == 804913152);  // 32 × 12288 × 2047
  CHECK(model.assumptions[1] == "all layers slide; llama.cpp keeps every position of phi3");
}

}  // namespace

}  // namespace kvtally::rules_attention_test
