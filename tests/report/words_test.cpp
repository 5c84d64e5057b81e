#include "report/words.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::words_test {

namespace {

using Words = std::vector<std::string>;

Layer layer_with(const Retention& retention, const Selection& selection = {}) {
  Memory memory;
  memory.entry = {{Role::key, 8, 128, bf16()}, {Role::value, 8, 128, bf16()}};
  memory.retention = retention;
  memory.selection = selection;
  Layer layer;
  layer.kind = "gqa";
  layer.tag = "full_attention";
  layer.memories = {memory};
  return layer;
}

TEST_CASE("an entry in words") {
  const Format fp8 = *parse_format("fp8");
  CHECK(describe(Entry{{Role::key, 8, 128, bf16()}, {Role::value, 8, 64, bf16()}}) ==
        "key 8x128 + value 8x64, bf16");
  CHECK(describe(Entry{{Role::key, 8, 128, fp8}, {Role::value, 8, 128, bf16()}}) ==
        "key 8x128 fp8_e4m3 + value 8x128 bf16");
  CHECK(describe(Entry{{Role::latent, 1, 512, bf16()}, {Role::rope, 1, 64, bf16()}}) ==
        "latent 512 + rope 64, bf16");
  CHECK(describe(Entry{{Role::key_and_value, 1, 512, fp8}}) == "key=value 512, fp8_e4m3");
  CHECK(describe(Entry{{Role::key, 1, 128, bf16()}, {Role::value, 1, 128, bf16()}}) ==
        "key 128 + value 128, bf16");
  CHECK(describe(Entry{}) == "");
}

TEST_CASE("each retention in words") {
  const std::string entry = ": key 8x128 + value 8x128, bf16";
  CHECK(describe(layer_with(All{})) == Words{"every position" + entry});
  CHECK(describe(layer_with(Window{1024, 0})) == Words{"the last 1024 positions" + entry});
  CHECK(describe(layer_with(Window{1024, 4})) == Words{"the first 4 and the last 1024 positions" + entry});
  CHECK(describe(layer_with(Chunk{8192})) == Words{"its chunk of 8192 positions" + entry});
  CHECK(describe(layer_with(Pooled{128, 128})) == Words{"one entry for 128 positions" + entry});
  CHECK(describe(layer_with(Pooled{32, 16})) == Words{"one entry over 32 positions every 16" + entry});
  CHECK(describe(layer_with(Fixed{1500})) == Words{"1500 encoder positions" + entry});
}

TEST_CASE("each selection in words") {
  const std::string entry = ": key 8x128 + value 8x128, bf16";
  CHECK(describe(layer_with(All{}, TopK{2048})) == Words{"every position, the best 2048 read" + entry});
  CHECK(describe(layer_with(All{}, Blocks{16, 128, Blocks::Newest::among})) ==
        Words{"every position, the best 16 blocks of 128 read" + entry});
  CHECK(describe(layer_with(All{}, Blocks{16, 128, Blocks::Newest::beside})) ==
        Words{"every position, the best 16 blocks of 128 read beside the newest" + entry});
}

TEST_CASE("each indexer in words") {
  const auto index_words = [](const Indexer& indexer) {
    Layer layer = layer_with(All{}, TopK{2048});
    layer.memories[0].indexer = indexer;
    return describe(layer).back();
  };
  Indexer indexer;
  indexer.heads = 64;
  indexer.key.dim = 128;
  CHECK(index_words(indexer) == "index: a key of 128 for every position, bf16; 64 query heads");
  indexer.pooling = {4, 4};
  CHECK(index_words(indexer) == "index: a key of 128 for every 4 positions, bf16; 64 query heads");
  indexer.source = Indexer::Source::earlier_layer;
  CHECK(index_words(indexer) == "index: the choice of an earlier layer");
  indexer.source = Indexer::Source::other_branch;
  CHECK(index_words(indexer) == "index: the scores of another branch");
}

TEST_CASE("states, and a layer that keeps nothing") {
  Layer layer;
  layer.kind = "gdn";
  layer.state.tensors = {{"matrix", StateRole::recurrent, {32, 128, 128}, f32(), StateTensor::Rewrite::whole},
                         {"convolution", StateRole::convolution, {8192, 3}, bf16(), StateTensor::Rewrite::column}};
  CHECK(describe(layer) == Words{"matrix 32x128x128, f32", "convolution 8192x3, bf16"});
  CHECK(describe(Layer{}) == Words{"nothing"});
}

TEST_CASE("a layer that shares says whose memory it reads") {
  const std::string entry = "every position: key 8x128 + value 8x128, bf16";
  Layer layer = layer_with(All{});
  layer.sharing = {Sharing::Owner::layer_before, 1};
  CHECK(describe(layer) == Words{"nothing of its own; it reads what the layer before it keeps:", entry});
  layer.sharing = {Sharing::Owner::layer_before, 3};
  CHECK(describe(layer) == Words{"nothing of its own; it reads what the layer 3 before it keeps:", entry});
  layer.sharing = {Sharing::Owner::same_kind, 1};
  CHECK(describe(layer) ==
        Words{"nothing of its own; it reads what the last full_attention layer with a cache keeps:", entry});
}

TEST_CASE("a model's heading holds the facts that are published") {
  CHECK(heading(test::model_of("deepseek-v4-flash")) ==
        "DeepSeek-V4-Flash (deepseek-v4-flash, DeepSeek, 2026-04, 284B parameters, 13B active)");
  Model model;
  model.id = "x";
  model.name = "X";
  CHECK(heading(model) == "X (x)");
}

TEST_CASE("every layer of every known model has words") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    for (const Layer& layer : test::model_of(id).layers) {
      CHECK(!describe(layer).empty());
      for (const std::string& words : describe(layer)) {
        CHECK(!words.empty());
        CHECK(words.find("  ") == std::string::npos);
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::words_test
