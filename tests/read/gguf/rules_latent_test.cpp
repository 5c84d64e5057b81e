// Files as llama.cpp's converter writes them for real models, with the figures that their config.json gives.

#include <doctest/doctest.h>

#include "read/gguf/latent.hpp"
#include "read/gguf/reading.hpp"

namespace kvtally::rules_latent_test {

namespace {

using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::kept;
using test::same_layers;

// DeepSeek-V3's: a latent of 512 with 64 rotary rows, one key-value head.
GgufWriter latent(const std::string& architecture, int blocks, int hidden, int heads, int nope, int value) {
  GgufWriter out(architecture);
  out.set("block_count", blocks).set("context_length", 163840).set("embedding_length", hidden);
  out.set("attention.head_count", heads).set("attention.head_count_kv", 1).set("attention.q_lora_rank", 1536);
  out.set("attention.kv_lora_rank", 512).set("attention.key_length", 576).set("attention.value_length", 512);
  out.set("attention.key_length_mla", nope + 64).set("attention.value_length_mla", value);
  out.set("rope.dimension_count", 64).set("leading_dense_block_count", 3);
  return out;
}

GgufWriter& indexed(GgufWriter& file, int heads) {
  file.set("attention.indexer.head_count", heads).set("attention.indexer.key_length", 128);
  return file.set("attention.indexer.top_k", 2048);
}

TEST_CASE("deepseek2: DeepSeek-V3") {
  const Model model = gguf_model(latent("deepseek2", 61, 7168, 128, 128, 128));
  CHECK(kept(model, 4096) == 287834112);  // 61 × 576 × 2 × 4096
  CHECK(kept(model, 131072) == 9210691584);
  CHECK(model.layers == Zoo(embedded_files()).describe("deepseek-v3")->model.layers);
}

TEST_CASE("deepseek2 without the *_mla keys, minicpm3: the latent, as from a config.json") {
  GgufWriter old("deepseek2");
  old.set("block_count", 3).set("context_length", 4096).set("embedding_length", 256);
  old.set("attention.head_count", 4).set("attention.head_count_kv", 4).set("attention.kv_lora_rank", 128);
  old.set("attention.key_length", 96).set("attention.value_length", 64).set("rope.dimension_count", 32);
  const Model model = gguf_model(old);
  CHECK(kept(model, 4096) == 3932160);  // 3 × (128 + 32) × 2 × 4096
  CHECK(model.assumptions.front() ==
        "a latent of 128 and a rotary row of 32, as the model needs; llama.cpp keeps the keys and values of each "
        "head "
        "for such a file");

  GgufWriter minicpm("minicpm3");
  minicpm.set("block_count", 62).set("context_length", 32768).set("embedding_length", 2560);
  minicpm.set("attention.head_count", 40).set("attention.head_count_kv", 40).set("attention.q_lora_rank", 768);
  minicpm.set("attention.kv_lora_rank", 256).set("attention.key_length", 96).set("rope.dimension_count", 32);
  CHECK(kept(gguf_model(minicpm), 4096) == 146276352);  // 62 × (256 + 32) × 2 × 4096
}

TEST_CASE("deepseek32: DeepSeek-V3.2 has an index key in each layer") {
  GgufWriter file = latent("deepseek32", 62, 7168, 128, 128, 128);
  const Model model = gguf_model(indexed(file, 64).set("nextn_predict_layers", 1));
  CHECK(kept(model, 131072) == 9210691584);
  CHECK(kept(model, 131072, Part::indexer) == 2046820352);  // 61 × 256 × 131072
  CHECK(same_layers(model, "deepseek-v3.2"));
}

TEST_CASE("glm-dsa: GLM-5 has an indexer in each layer, GLM-5.2 by its list or by its context") {
  GgufWriter five = latent("glm-dsa", 79, 6144, 64, 192, 256);
  const Model glm5 = gguf_model(indexed(five, 32).set("nextn_predict_layers", 1));
  CHECK(kept(glm5, 131072) == 11777605632);                // 78 × 1152 × 131072
  CHECK(kept(glm5, 131072, Part::indexer) == 2617245696);  // 78 × 256 × 131072
  CHECK(same_layers(glm5, "glm-5"));

  std::vector<bool> own;
  for (int i = 0; i < 78; ++i) {
    own.push_back(i < 2 || i % 4 == 2);
  }
  const Model listed = gguf_model(five.set("attention.indexer.types", own));
  CHECK(kept(listed, 131072, Part::indexer) == 704643072);  // 21 × 256 × 131072
  CHECK(kept(listed, 131072) == 11777605632);
  CHECK(same_layers(listed, "glm-5.2"));

  GgufWriter silent("glm-dsa");
  silent.set("block_count", 6).set("context_length", 1048576).set("embedding_length", 256);
  silent.set("attention.head_count", 4).set("attention.head_count_kv", 1).set("attention.kv_lora_rank", 128);
  silent.set("attention.key_length", 160).set("attention.key_length_mla", 96);
  const Model pattern = gguf_model(indexed(silent.set("attention.value_length_mla", 64), 2));
  CHECK(kept(pattern, 4096, Part::indexer) == 3 * 256 * 4096);  // layers 0, 1 and 2
  CHECK(pattern.assumptions.front() ==
        "indexers in the first two layers and every fourth from the third on: GLM-5.2's pattern");
}

TEST_CASE("minimax-m3: an index key behind the dense layers") {
  GgufWriter file("minimax-m3");
  file.set("block_count", 60).set("context_length", 1048576).set("embedding_length", 6144);
  file.set("attention.head_count", 64).set("attention.head_count_kv", 4);
  file.set("attention.key_length", 128).set("attention.value_length", 128).set("leading_dense_block_count", 3);
  file.set("attention.indexer.head_count", 4).set("attention.indexer.key_length", 128);
  file.set("attention.indexer.top_k", 16).set("attention.indexer.block_size", 128);
  file.set("attention.indexer.local_blocks", 1);
  const Model model = gguf_model(file);
  CHECK(kept(model, 4096) == 503316480);  // 60 × 2048 × 4096
  CHECK(kept(model, 131072) == 16106127360);
  CHECK(kept(model, 131072, Part::indexer) == 1912602624);  // 57 × 256 × 131072
  CHECK(same_layers(model, "minimax-m3"));
}

// DeepSeek-V4's: `first` two ratios, then 4 and 128 in turn; one more for the draft layer.
GgufWriter pooled(int layers, int hidden, int heads, int top, int first) {
  std::vector<int> ratios{first, first};
  for (int i = 2; i < layers; ++i) {
    ratios.push_back(i % 2 == 0 ? 4 : 128);
  }
  ratios.push_back(0);
  GgufWriter out("deepseek4");
  out.set("block_count", layers).set("context_length", 1048576).set("embedding_length", hidden);
  out.set("attention.head_count", heads).set("attention.head_count_kv", 1).set("attention.key_length", 512);
  out.set("attention.value_length", 512).set("attention.sliding_window", 128);
  out.set("attention.compress_ratios", ratios).set("nextn_predict_layers", 1);
  out.set("attention.indexer.head_count", 64).set("attention.indexer.key_length", 128);
  out.set("attention.indexer.top_k", top).set("attention.output_lora_rank", 1024).set("hash_layer_count", 3);
  return out;
}

TEST_CASE("deepseek4: V4 Flash and Pro, whose draft block is not in the file") {
  const Model flash = gguf_model(pooled(43, 4096, 64, 512, 0));
  CHECK(kept(flash, 4096) == 28311552);                    // 43 × 128 × 1024 + 1024 × (21 × 1024 + 20 × 32)
  CHECK(kept(flash, 131072) == 731250688);                 // 5636096 + 1024 × (21 × 32768 + 20 × 1024)
  CHECK(kept(flash, 131072, Part::indexer) == 176160768);  // 21 × 256 × 32768
  CHECK(flash.layers[flash.order.front().layer].kind == "swa");
  CHECK(flash.draft.empty());
  const Model pro = gguf_model(pooled(61, 7168, 128, 1024, 128));
  CHECK(kept(pro, 4096) == 40468480);  // 61 × 128 × 1024 + 1024 × (30 × 1024 + 31 × 32)
  CHECK(kept(pro, 131072) == 1047134208);
  CHECK(kept(pro, 131072, Part::indexer) == 251658240);  // 30 × 256 × 32768
  CHECK(pro.order == Zoo(embedded_files()).describe("deepseek-v4-pro")->model.order);
}

TEST_CASE("deepseek4 with its draft block's tensors") {
  GgufWriter file = pooled(4, 256, 4, 64, 0);
  file.tensor("blk.3.nextn.eh_proj.weight", {8}, 0, 32);
  const Model model = gguf_model(file);
  CHECK(layer_count(model.order) == 3);
  CHECK(layer_count(model.draft) == 1);
}

TEST_CASE("a latent whose widths contradict one another is refused") {
  GgufWriter narrow("deepseek2");
  narrow.set("block_count", 1).set("context_length", 64).set("embedding_length", 256);
  narrow.set("attention.head_count", 4).set("attention.head_count_kv", 2).set("attention.kv_lora_rank", 512);
  narrow.set("attention.key_length", 192).set("attention.key_length_mla", 192);
  narrow.set("attention.value_length_mla", 128);
  CHECK(
      gguf_problems(narrow) ==
      "m.gguf:6:1: 2 key-value heads for a latent; expected 1\n"
      "    6 | deepseek2.attention.head_count_kv = 2\n"
      "      | ^\n"
      "m.gguf:8:1: deepseek2.attention.key_length 192 for a latent of 512 and heads of 192; expected the latent's "
      "width and the rotary one\n"
      "    8 | deepseek2.attention.key_length = 192\n"
      "      | ^\n");
  GgufWriter ratios = pooled(3, 256, 4, 64, 8);
  CHECK(gguf_problems(ratios).contains("the ratio 8; expected 0, 4 or 128"));
}

}  // namespace

}  // namespace kvtally::rules_latent_test
