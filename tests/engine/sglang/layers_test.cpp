#include "engine/sglang/layers.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::layers_test {

namespace {

std::vector<PooledLayer> pooled(const Model& model, const FlagTexts& given, std::int64_t ranks = 1) {
  const Settings settings = read_settings(given).value();
  const auto placed = placed_layers(model, false).value();
  return pooled_layers(model, placed, settings, layout_of(model, placed).value(), ranks).value();
}

Model one(Layer layer) { return asking::model_with({{std::move(layer), 1}}); }

TEST_CASE("rows of keys and values in each format") {
  struct Row {
    std::string format;
    Wide key, value, scales;
  };
  // 8 heads, keys of 192 and values of 128
  const Model model = one(full_attention(key_value_memory({64, 8, 192, 128})));
  const std::vector<Row> rows{{"auto", 3072, 2048, 0},
                              {"fp8_e4m3", 1536, 1024, 0},
                              {"mxfp8", 1536, 1024, (1536 + 1024) / 32},
                              {"fp4_e2m1", 768, 512, 2 * 1536 / 16}};
  for (const Row& row : rows) {
    CAPTURE(row.format);
    const PooledLayer layer = pooled(model, {{"--kv-cache-dtype", row.format}}).front();
    CHECK(layer.key == row.key);
    CHECK(layer.value == row.value);
    CHECK(layer.scales == row.scales);
    CHECK(layer.row() == row.key + row.value + row.scales);
  }
}

TEST_CASE("heads are divided and replicated past their number, latents are whole") {
  const Model heads = one(full_attention(key_value_memory({64, 8, 128, 128})));
  CHECK(pooled(heads, {}, 4).front().key == 2 * 2 * 128);
  CHECK(pooled(heads, {}, 3).front().heads == 2);
  CHECK(pooled(heads, {}, 16).front().heads == 1);
  // Two ranks of decode context parallelism hold the same heads.
  CHECK(pooled(heads, {{"--tp-size", "4"}, {"--dcp-size", "2"}}, 4).front().heads == 4);
  const Model latent = one(full_attention(shapes::latent()));
  CHECK(pooled(latent, {}, 16).front().key == 576 * 2);
  CHECK(pooled(latent, {{"--kv-cache-dtype", "fp4_e2m1"}}).front().row() == 288 + 36);
}

TEST_CASE("sparse latents: packed rows, and index keys unless the choice is another layer's") {
  const Model model = asking::model_with({{shapes::sparse(false), 1}, {shapes::sparse(true), 1}});
  const auto fp8 = pooled(model, {{"--kv-cache-dtype", "fp8"}});
  CHECK(fp8[0].key == 512 + 16 + 128);
  CHECK(fp8[0].index_row == 132);
  CHECK(fp8[1].index_row == 0);
  CHECK(pooled(model, {{"--enable-hierarchical-cache", ""}})[1].index_row == 132);
  CHECK(pooled(model, {{"--dsa-elide-shared-index", "off"}})[1].index_row == 132);
  CHECK(pooled(model, {{"--kv-cache-dtype", "fp8"}, {"--dsa-decode-backend", "trtllm"}})[0].key == 576);
}

TEST_CASE("states are divided; those that do not divide are refused") {
  const Model model = asking::model_with({{full_attention(shapes::base_heads()), 1}, {shapes::state(), 1}});
  const auto layer = pooled(model, {}, 4)[1];
  CHECK(layer.convolution == 768 * 3 * 2 / 4);
  CHECK(layer.recurrent == 8 * 64 * 64 * 4 / 4);
  const auto placed = placed_layers(model, false).value();
  const auto reply = pooled_layers(model, placed, read_settings({}).value(), Layout::heads, 3);
  REQUIRE_FALSE(reply.has_value());
  CHECK(render(reply.error()) == "model: 8 heads of a 'gdn' state do not divide over 3 ranks\n");
}

TEST_CASE("what a request fills, and the fullest of the stages") {
  const auto layers = pooled(shapes::sliding(2, 3, 8), {});
  CHECK(content_of(layers, Tokens{100}).total() == 1024 * (2 * 100 + 3 * 8));
  CHECK(content_of(layers, Tokens{5}).total() == 1024 * 25);
  CHECK(fullest_stage(layers, 2).size() == 3);
  CHECK(fullest_stage(layers, 2).front().index == 0);
  CHECK(fullest_stage(layers, 5).size() == 1);
  // Rows of DeepSeek-V4: 584 bytes, of the window and of each complete four; index keys 132.
  const auto four = pooled(shapes::compressed({4}), {});
  const Content content = content_of(four, Tokens{1003});
  CHECK(content.entries == 584 * (128 + 250));
  CHECK(content.index == 132 * 250);
}

}  // namespace

}  // namespace kvtally::sglang::layers_test
