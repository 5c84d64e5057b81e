#include "read/layer_list.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally {

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

}  // namespace kvtally
