// Files as llama.cpp's converter writes them for real models, with the figures that their config.json gives.

#include <doctest/doctest.h>

#include "read/gguf/reading.hpp"

namespace kvtally::rules_state_test {

namespace {

using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::kept;
using test::same_layers;

GgufWriter file_of(const std::string& architecture, int blocks, int hidden, int heads) {
  GgufWriter out(architecture);
  out.set("block_count", blocks).set("context_length", 262144).set("embedding_length", hidden);
  out.set("attention.head_count", heads);
  return out;
}

GgufWriter& ssm(GgufWriter& file, int conv, int inner, int state, int rank) {
  file.set("ssm.conv_kernel", conv).set("ssm.inner_size", inner).set("ssm.state_size", state);
  return file.set("ssm.time_step_rank", rank);
}

template <class Mark>
std::vector<int> where(int layers, int value, Mark mark) {
  std::vector<int> out;
  for (int i = 0; i < layers; ++i) {
    out.push_back(mark(i) ? value : 0);
  }
  return out;
}

TEST_CASE("mamba and mamba2: 340M and 1B of fla") {
  GgufWriter one = file_of("mamba", 48, 1024, 0);
  ssm(one.set("feed_forward_length", 0), 4, 2048, 16, 64).set("ssm.dt_b_c_rms", false);
  const Model mamba = gguf_model(one);
  CHECK(kept(mamba, 131072, Part::state) == 6881280);  // 48 × (2048 × 3 × 2 + 2048 × 16 × 4)
  CHECK(kept(mamba, 131072) == 0);

  GgufWriter two = file_of("mamba2", 48, 2048, 0);
  ssm(two, 4, 4096, 128, 64).set("ssm.group_count", 1);
  CHECK(kept(gguf_model(two), 4096, Part::state) == 101916672);  // 48 × (4352 × 3 × 2 + 4096 × 128 × 4)
}

TEST_CASE("jamba: Jamba v0.1 has keys and values in one layer of eight") {
  GgufWriter file = file_of("jamba", 32, 4096, 32);
  file.set("attention.head_count_kv", where(32, 8, [](int i) { return i % 8 == 4; }));
  const Model model = gguf_model(ssm(file, 4, 8192, 16, 256));
  CHECK(kept(model, 4096) == 67108864);  // 4 × 4096 × 4096
  CHECK(kept(model, 131072) == 2147483648);
  CHECK(kept(model, 131072, Part::state) == 16056320);  // 28 × (8192 × 3 × 2 + 8192 × 16 × 4)
  CHECK(same_layers(model, "jamba-v0.1"));
}

TEST_CASE("plamo2: the layers without query heads hold what Mamba holds") {
  GgufWriter file("plamo2");
  file.set("block_count", 4).set("context_length", 4096).set("embedding_length", 256);
  file.set("attention.head_count", where(4, 4, [](int i) { return i % 2 == 1; }));
  file.set("attention.head_count_kv", where(4, 1, [](int i) { return i % 2 == 1; }));
  file.set("attention.key_length", 128).set("attention.value_length", 128);
  const Model model = gguf_model(ssm(file, 4, 512, 64, 4).set("ssm.group_count", 0));
  CHECK(kept(model, 4096) == 2 * 512 * 4096);
  CHECK(kept(model, 4096, Part::state) == 2 * (512 * 3 * 2 + 512 * 64 * 4));
}

TEST_CASE("granitehybrid: Bamba 9B") {
  GgufWriter file = file_of("granitehybrid", 32, 4096, 32);
  file.set("attention.head_count_kv", where(32, 8, [](int i) { return i == 9 || i == 18 || i == 27; }));
  CHECK(same_layers(gguf_model(ssm(file, 4, 8192, 128, 128).set("ssm.group_count", 1)), "bamba-9b"));
}

TEST_CASE("nemotron_h_moe: Nemotron 3 Nano by its two lists") {
  const std::string pattern = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
  const auto is = [&](char kind) {
    return [&pattern, kind](int i) { return pattern[static_cast<std::size_t>(i)] == kind; };
  };
  GgufWriter file = file_of("nemotron_h_moe", 52, 2688, 32);
  file.set("attention.head_count_kv", where(52, 2, is('*')));
  file.set("feed_forward_length", where(52, 1856, is('E'))).set("attention.key_length", 128);
  ssm(file.set("attention.value_length", 128), 4, 4096, 128, 64).set("ssm.group_count", 8);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 25165824);  // 6 × 1024 × 4096
  CHECK(kept(model, 131072) == 805306368);
  CHECK(kept(model, 131072, Part::state) == 49082368);  // 23 × (6144 × 3 × 2 + 4096 × 128 × 4)
}

TEST_CASE("falcon-h1: a state beside keys and values in every layer") {
  GgufWriter file = file_of("falcon-h1", 2, 256, 4);
  file.set("attention.head_count_kv", 2).set("attention.key_length", 64).set("attention.value_length", 64);
  const Model model = gguf_model(ssm(file, 4, 512, 64, 8).set("ssm.group_count", 2));
  CHECK(kept(model, 1024) == 2 * 512 * 1024);
  CHECK(kept(model, 1024, Part::state) == 2 * (768 * 3 * 2 + 512 * 64 * 4));  // 512 + 2 × 2 × 64 channels
}

TEST_CASE("lfm2: LFM2 700M") {
  GgufWriter file = file_of("lfm2", 16, 1536, 24);
  const std::vector<int> heads{0, 0, 8, 0, 0, 8, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0};
  const Model model = gguf_model(file.set("attention.head_count_kv", heads).set("shortconv.l_cache", 3));
  CHECK(kept(model, 4096) == 50331648);  // 6 × 2048 × 4096
  CHECK(kept(model, 131072) == 1610612736);
  CHECK(kept(model, 131072, Part::state) == 61440);  // 10 × 1536 × 2 × 2
  file.set("attention.sliding_window", 1024);
  CHECK(kept(gguf_model(file), 131072) == 12582912);  // 6 × 2048 × 1024
}

GgufWriter gated(const std::string& architecture, int blocks, int hidden, int heads, int key_value_heads) {
  GgufWriter out = file_of(architecture, blocks, hidden, heads);
  out.set("attention.head_count_kv", key_value_heads);
  return out.set("attention.key_length", 256).set("attention.value_length", 256);
}

TEST_CASE("qwen3next, qwen35: a gated delta state in three of four layers, a draft block behind") {
  GgufWriter next = gated("qwen3next", 48, 2048, 16, 2);
  ssm(next, 4, 4096, 128, 32).set("ssm.group_count", 16).set("full_attention_interval", 4);
  CHECK(same_layers(gguf_model(next), "qwen3-next-80b-a3b"));

  GgufWriter small = gated("qwen35", 25, 1024, 8, 2);
  ssm(small, 4, 2048, 128, 16).set("ssm.group_count", 16).set("nextn_predict_layers", 1);
  const Model model = gguf_model(small);
  CHECK(kept(model, 4096) == 50331648);  // 6 × 2048 × 4096
  CHECK(kept(model, 131072) == 1610612736);
  CHECK(kept(model, 131072, Part::state) == 19537920);  // 18 × (6144 × 3 × 2 + 16 × 128 × 128 × 4)
  CHECK(layer_count(model.draft) == 1);
  CHECK(model.assumptions.front() == "one layer in 4 is full: llama.cpp's interval for qwen35");
  CHECK(same_layers(model, "qwen3.5-0.8b"));

  GgufWriter large = gated("qwen35moe", 49, 3072, 32, 2);
  ssm(large, 4, 8192, 128, 64).set("ssm.group_count", 16).set("nextn_predict_layers", 1);
  large.set("attention.recurrent_layers", where(49, 1, [](int i) { return i < 48 && i % 4 != 3; }));
  const Model moe = gguf_model(large);
  CHECK(kept(moe, 131072, Part::state) == 153649152);  // 36 × (12288 × 3 × 2 + 64 × 128 × 128 × 4)
  CHECK(kept(moe, 131072) == 3221225472);              // 12 × 2048 × 131072
}

TEST_CASE("kimi-linear: Kimi Linear 48B-A3B and the text part of Kimi K3") {
  const auto kimi = [](int layers, int hidden, int heads) {
    GgufWriter out = file_of("kimi-linear", layers, hidden, heads);
    out.set("attention.head_count_kv", where(layers, 1, [&](int i) { return i % 4 == 3 || i == layers - 1; }));
    out.set("attention.kv_lora_rank", 512).set("attention.key_length", 576).set("rope.dimension_count", 64);
    out.set("attention.key_length_mla", 192).set("attention.value_length_mla", 128);
    return out.set("kda.head_dim", 128).set("ssm.conv_kernel", 4);
  };
  CHECK(same_layers(gguf_model(kimi(27, 2304, 32)), "kimi-linear-48b-a3b"));
  const Model large = gguf_model(kimi(93, 7168, 96));
  CHECK(kept(large, 4096) == 113246208);  // 24 × 1152 × 4096
  CHECK(kept(large, 131072) == 3623878656);
  CHECK(kept(large, 131072, Part::state) == 449372160);  // 69 × (36864 × 3 × 2 + 96 × 128 × 128 × 4)
}

TEST_CASE("rwkv7: Goose 2.9B; a file with one token shift is refused") {
  GgufWriter file = file_of("rwkv7", 32, 2560, 0);
  file.set("wkv.head_size", 64).set("token_shift_count", 2);
  CHECK(kept(gguf_model(file), 131072, Part::state) == 21299200);  // 32 × (40 × 64 × 64 × 4 + 2 × 2560 × 2)
  GgufWriter one = file_of("arwkv7", 2, 256, 0);
  CHECK(gguf_problems(one.set("wkv.head_size", 64).set("token_shift_count", 1)) ==
        "m.gguf:7:1: arwkv7.token_shift_count 1; expected 2: no layer type of ours has another number of token "
        "shifts\n"
        "    7 | arwkv7.token_shift_count = 1\n"
        "      | ^\n");
}

TEST_CASE("sizes that do not divide are refused") {
  GgufWriter file = file_of("mamba", 2, 100, 0);
  CHECK(gguf_problems(ssm(file, 4, 250, 16, 8)) ==
        "m.gguf:7:1: mamba.ssm.inner_size 250 is no multiple of 100; expected a multiple\n"
        "    7 | mamba.ssm.inner_size = 250\n"
        "      | ^\n");
  GgufWriter missing = file_of("qwen35", 4, 256, 4);
  CHECK(gguf_problems(missing) ==
        "m.gguf: the key 'qwen35.ssm.group_count' is missing; expected a whole number\n"
        "m.gguf: the key 'qwen35.ssm.time_step_rank' is missing; expected a whole number\n"
        "m.gguf: the key 'qwen35.ssm.state_size' is missing; expected a whole number\n"
        "m.gguf: the key 'qwen35.ssm.inner_size' is missing; expected a whole number\n"
        "m.gguf: the key 'qwen35.ssm.conv_kernel' is missing; expected a whole number\n");
}

}  // namespace

}  // namespace kvtally::rules_state_test
