#include "read/description/layer_list.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::layer_list_test {

namespace {

const char* const kHeads = "num_attention_heads: 8\nnum_key_value_heads: 2\nhead_dim: 16\n";

Memory gqa() { return key_value_memory({8, 2, 16, 16}); }

Layer shared(Layer layer, Sharing sharing) {
  layer.sharing = sharing;
  return layer;
}

Model model_of(int layers, const std::string& types, const std::string& rest) {
  return test::description_of(test::listing(layers, types, kHeads + rest)).model;
}

TEST_CASE("equal layers are kept once, in runs") {
  const Model model = model_of(12, "[sliding_attention x2, full_attention] x4", "sliding_window: 8\n");
  CHECK(model.layers == std::vector<Layer>{sliding_attention(gqa(), 8), full_attention(gqa())});
  CHECK(model.order == std::vector<Run>{{0, 2}, {1, 1}, {0, 2}, {1, 1}, {0, 2}, {1, 1}, {0, 2}, {1, 1}});
  CHECK(model.draft.empty());
}

TEST_CASE("draft layers stand beside the others") {
  const Model model = model_of(2, "full_attention x2", "mtp_layer_types: full_attention, moe\n");
  CHECK(model.layers == std::vector<Layer>{full_attention(gqa()), feed_forward_layer("moe")});
  CHECK(model.order == std::vector<Run>{{0, 2}});
  CHECK(model.draft == std::vector<Run>{{0, 1}, {1, 1}});
}

TEST_CASE("parameters under kinds come before the model's") {
  const Model model = model_of(3, "full_attention, local x2",
                               "sliding_window: 8\nkinds:\n"
                               "  full_attention: {head_dim: 32, num_key_value_heads: 1}\n"
                               "  local: {layer_type: sliding_attention, sliding_window: 4}\n");
  CHECK(model.layers ==
        std::vector<Layer>{full_attention(key_value_memory({8, 1, 32, 32})), sliding_attention(gqa(), 4)});
}

TEST_CASE("sorts that differ in their name alone give one layer") {
  const Model model = model_of(3, "full_attention, same, full_attention",
                               "kinds: {same: {layer_type: full_attention, head_dim: 16}}\n");
  CHECK(model.layers == std::vector<Layer>{full_attention(gqa())});
  CHECK(model.order == std::vector<Run>{{0, 3}});
}

TEST_CASE("a layer that reads an earlier layer's cache") {
  using Owner = Sharing::Owner;
  const Model previous = model_of(4, "full_attention, copy x2, full_attention",
                                  "kinds: {copy: {layer_type: full_attention, shares: previous}}\n");
  CHECK(previous.layers == std::vector<Layer>{full_attention(gqa()),
                                              shared(full_attention(gqa()), {Owner::layer_before, 1}),
                                              shared(full_attention(gqa()), {Owner::layer_before, 2})});
  CHECK(previous.order == std::vector<Run>{{0, 1}, {1, 1}, {2, 1}, {0, 1}});

  const Model tail =
      model_of(4, "[sliding_attention, full_attention] x2", "sliding_window: 8\nnum_kv_shared_layers: 2\n");
  CHECK(tail.layers == std::vector<Layer>{sliding_attention(gqa(), 8), full_attention(gqa()),
                                          shared(sliding_attention(gqa(), 8), {Owner::same_kind, 1}),
                                          shared(full_attention(gqa()), {Owner::same_kind, 1})});
  CHECK(tail.order == std::vector<Run>{{0, 1}, {1, 1}, {2, 1}, {3, 1}});
}

TEST_CASE("a list of names as in config.json is the same list") {
  const std::string list = "layer_types:\n  - sliding_attention\n  - sliding_attention\n  - full_attention\n";
  const std::string rest = std::string(kHeads) + "sliding_window: 8\n";
  const Model listed = test::description_of("name: M\nnum_hidden_layers: 3\n" + list + rest).model;
  CHECK(listed == model_of(3, "sliding_attention x2, full_attention", "sliding_window: 8\n"));
}

TEST_CASE("65535 layers are read") {
  CHECK(model_of(65535, "full_attention x65535", "").order == std::vector<Run>{{0, 65535}});
}

TEST_CASE("65534 layers share one cache of their kind") {
  const Model model = model_of(65535, "full_attention x65535", "num_kv_shared_layers: 65534\n");
  CHECK(model.layers ==
        std::vector<Layer>{full_attention(gqa()), shared(full_attention(gqa()), {Sharing::Owner::same_kind, 1})});
  CHECK(model.order == std::vector<Run>{{0, 1}, {1, 65534}});
}

TEST_CASE("layers that differ in more than 1024 ways are refused") {
  const std::string kinds = "kinds: {p: {layer_type: full_attention, shares: previous}}\n";
  const auto problems = [&](int copies) {
    return test::problems_of(
        test::listing(copies + 1, "full_attention, p x" + std::to_string(copies), kHeads + kinds));
  };
  CHECK(problems(1023) == "");
  CHECK(problems(1024) ==
        "m.yaml:3:14: the list has more than 1024 different layers; expected fewer\n"
        "    3 | layer_types: 'full_attention, p x1024'\n      |              ^\n");
  CHECK(problems(65534) ==
        "m.yaml:3:14: the list has more than 1024 different layers; expected fewer\n"
        "    3 | layer_types: 'full_attention, p x65534'\n      |              ^\n");
}

TEST_CASE("65535 names on one line are the same list") {
  std::string names = "full_attention";
  for (int i = 1; i < 65535; ++i) {
    names += ", full_attention";
  }
  CHECK(model_of(65535, names, "").order == std::vector<Run>{{0, 65535}});
  const std::string list = "name: M\nnum_hidden_layers: 65535\nlayer_types: [" + names + "]\n" + kHeads;
  CHECK(test::description_of(list).model == model_of(65535, "full_attention x65535", ""));
}

TEST_CASE("parameters of a kind that its layers do not read are refused") {
  const std::string text = test::listing(1, "full_attention",
                                         std::string(kHeads) +
                                             "kinds:\n  full_attention: {sliding_window: 8, "
                                             "v_head_dim: 8, conv_L_cache: ~}\n");
  CHECK(test::problems_of(text) ==
        "m.yaml:8:20: 'full_attention.sliding_window' is given, but no layer of the list reads it; expected a "
        "layer type that does\n    8 |   full_attention: {sliding_window: 8, v_head_dim: 8, conv_L_cache: ~}\n"
        "      |                    ^\n");
}

TEST_CASE("kinds that are a list are one problem") {
  CHECK(test::problems_of(test::listing(1, "moe", "kinds: [a]\n")) ==
        "m.yaml:4:8: kinds is a list; expected a map of keys and values\n    4 | kinds: [a]\n      |        ^\n");
}

TEST_CASE("rates of pooling may stand under kinds") {
  const std::string rest =
      "num_attention_heads: 8\nhead_dim: 16\nshared_key_value: true\nsliding_window: 8\n"
      "kinds: {heavily_compressed_attention: {compress_rates: {heavily_compressed_attention: 64";
  CHECK(test::problems_of(test::listing(1, "heavily_compressed_attention", rest + "}}}\n")) == "");
}

TEST_CASE("rates of pooling have a small common multiple") {
  const auto problems = [](int compressed, int block, int stride) {
    const std::string rates =
        "compress_rates: {heavily_compressed_attention: " + std::to_string(compressed) + "}\nsliding_window: 8\n";
    const std::string native = "compress_block_size: " + std::to_string(block) +
                               "\ncompress_block_stride: " + std::to_string(stride) +
                               "\nselection_block_size: 64\nnum_selected_blocks: 4\n";
    return test::problems_of(
        test::listing(2, "heavily_compressed_attention, native_sparse_attention",
                      "num_attention_heads: 8\nnum_key_value_heads: 1\nhead_dim: 16\nshared_key_value: true\n" +
                          rates + native));
  };
  CHECK(problems(4096, 4095, 4095) == "");  // 4096 × 4095 is below 2^24
  CHECK(problems(4096, 4096, 4096) == "");
  CHECK(problems(4093, 4091, 4091) == "");
}

TEST_CASE("three rates without a small common multiple are refused") {
  const std::string sorts =
      "kinds:\n"
      "  a: {layer_type: deepseek_sparse_attention, index_kpool: 4093, index_topk: 4093}\n"
      "  b: {layer_type: deepseek_sparse_attention, index_kpool: 4091, index_topk: 4091}\n"
      "  c: {layer_type: deepseek_sparse_attention, index_kpool: 3, index_topk: 3}\n"
      "  d: {layer_type: deepseek_sparse_attention, index_kpool: 2, index_topk: 2}\n"
      "index_n_heads: 4\nindex_head_dim: 16\n";
  // 4093 × 4091 = 16744463 is below 2^24, twice that is not.
  CHECK(test::problems_of(test::listing(
            2, "a, b", kHeads + sorts.substr(0, sorts.find("  c:")) + "index_n_heads: 4\nindex_head_dim: 16\n")) ==
        "");
  CHECK(
      test::problems_of(test::listing(4, "a, b, c, d", kHeads + sorts)) ==
      "m.yaml:3:14: the pooling rates have no common multiple up to 2^24; expected rates that divide one another\n"
      "    3 | layer_types: 'a, b, c, d'\n      |              ^\n");
}

TEST_CASE("compress_rates may hold the rates of layer types that the list lacks, but of no other") {
  const std::string rest =
      "num_attention_heads: 8\nnum_key_value_heads: 1\nhead_dim: 16\nshared_key_value: true\nsliding_window: 8\n"
      "compress_rates: {heavily_compressed_attention: 128, compressed_sparse_attention: 4";
  CHECK(test::problems_of(test::listing(1, "heavily_compressed_attention", rest + "}\n")) == "");
  CHECK(test::problems_of(test::listing(1, "heavily_compressed_attention", rest + ", heavily: 8}\n")) ==
        "m.yaml:9:85: 'compress_rates.heavily' is given, but no layer of the list reads it; expected a layer type "
        "that does\n    9 | compress_rates: {heavily_compressed_attention: 128, compressed_sparse_attention: 4, "
        "heavily: 8}\n      | " +
            std::string(84, ' ') + "^\n");
}

TEST_CASE("a parameter that no layer reads is refused, one that is null is not") {
  CHECK(test::problems_of(test::listing(1, "moe", "conv_L_cache: 3\n")) ==
        "m.yaml:4:1: 'conv_L_cache' is given, but no layer of the list reads it; expected a layer type that does\n"
        "    4 | conv_L_cache: 3\n      | ^\n");
  CHECK(test::problems_of(test::listing(1, "moe", "conv_L_cache: ~\n")) == "");
  // The naive figure reads these.
  CHECK(test::problems_of(test::listing(1, "moe", std::string(kHeads) + "hidden_size: 64\n")) == "");
}

TEST_CASE("a draft layer reads parameters too") {
  CHECK(model_of(1, "moe", "mtp_layer_types: sliding_attention\nsliding_window: 8\n").layers ==
        std::vector<Layer>{feed_forward_layer("moe"), sliding_attention(gqa(), 8)});
}

TEST_CASE("sizes whose product is too large are refused for the layer type") {
  const std::string heads = "num_attention_heads: 64\nnum_key_value_heads: 64\n";
  const std::string text = test::listing(1, "full_attention", heads + "head_dim: 1073741825\n");
  CHECK(test::problems_of(text) ==
        "m.yaml:3:14: full_attention layers: 64 key heads of 1073741825 elements are more than 2^36; expected "
        "smaller sizes\n    3 | layer_types: 'full_attention'\n      |              ^\n");
  // 64 × 2^30 is 2^36 and is read.
  CHECK(test::problems_of(test::listing(1, "full_attention", heads + "head_dim: 1073741824\n")) == "");
}

TEST_CASE("every key that bears on the list") {
  const auto keys = layer_list_keys();
  for (const std::string_view key : {"layer_types", "mtp_layer_types", "kinds", "indexer_types", "head_dim"}) {
    CAPTURE(std::string(key));
    CHECK(std::ranges::count(keys, key) == 1);
  }
  CHECK(std::ranges::count(keys, std::string_view("layer_type")) == 0);
}

}  // namespace

}  // namespace kvtally::layer_list_test
