#include "engine/layer_parts.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "read/zoo.hpp"

namespace kvtally::layer_parts_test {

namespace {

Model zoo_model(const std::string& id) { return Zoo(embedded_files()).describe(id)->model; }

// The first layer of that kind.
LayerParts parts_in(const Model& model, std::string_view kind) {
  for (const Layer& layer : model.layers) {
    if (layer.kind == kind) {
      return *parts_of(layer);
    }
  }
  return {};
}

}  // namespace

TEST_CASE("a window and a full cache of heads") {
  const Model gemma = zoo_model("gemma-3-27b");
  const LayerParts window = parts_in(gemma, "swa");
  REQUIRE(window.key_values);
  CHECK(window.key_values->heads == 16);
  CHECK(window.key_values->key_dim == 128);
  CHECK(window.key_values->value_dim == 128);
  CHECK(window.key_values->query_heads == 32);
  CHECK(window.key_values->window == 1024);
  CHECK(window.owns);
  CHECK_FALSE(parts_in(gemma, "gqa").key_values->window);
}

TEST_CASE("a chunk") { CHECK(parts_in(zoo_model("llama-4-scout"), "chunked").key_values->chunk == 8192); }

TEST_CASE("a latent with index keys") {
  const LayerParts parts = parts_in(zoo_model("deepseek-v3.2"), "dsa");
  REQUIRE(parts.latent);
  CHECK(parts.latent->rank == 512);
  CHECK(parts.latent->rope == 64);
  CHECK(parts.latent->query_heads == 128);
  CHECK(parts.latent->nope == 128);
  CHECK(parts.latent->value_dim == 128);
  REQUIRE(parts.index);
  CHECK(parts.index->dim == 128);
  CHECK(parts.index->pool == 1);
  CHECK_FALSE(parts.follows_index);
}

TEST_CASE("DeepSeek-V4's layers: a window of shared rows, alone and beside pooled ones") {
  const Model model = zoo_model("deepseek-v4-flash");
  const LayerParts csa = parts_in(model, "csa");
  REQUIRE(csa.shared);
  CHECK(csa.shared->dim == 512);
  CHECK(csa.shared->window == 128);
  CHECK(csa.shared->rate == 4);
  CHECK(csa.shared->overlapping);
  CHECK(csa.index->dim == 128);
  CHECK(csa.index->pool == 4);
  const LayerParts hca = parts_in(model, "hca");
  CHECK(hca.shared->rate == 128);
  CHECK_FALSE(hca.shared->overlapping);
  CHECK_FALSE(hca.index);
}

TEST_CASE("a state, and layers that hold nothing of their own") {
  CHECK(parts_in(zoo_model("qwen3-next-80b-a3b"), "gdn").has_state);
  bool borrowed = false;
  for (const Layer& layer : zoo_model("gemma-3n-e4b").layers) {
    borrowed = borrowed || !parts_of(layer)->owns;
  }
  CHECK(borrowed);
}

TEST_CASE("an encoder's memory") {
  const LayerParts parts = parts_in(zoo_model("whisper-large-v3"), "mha");
  REQUIRE(parts.cross);
  CHECK(parts.cross->tokens == 1500);
  CHECK(parts.key_values);
}

TEST_CASE("three branches and kept sinks are refused by the layer's kind") {
  const Memory memory = key_value_memory({32, 8, 128, 128});
  for (const Layer& layer :
       {native_sparse_attention(memory, {32, 16, 64, 16, 512}), sliding_attention(memory, 1024, 4)}) {
    const auto parts = parts_of(layer);
    REQUIRE_FALSE(parts);
    CHECK(parts.error().front().what == "layers of kind " + layer.kind + " are stored by none of these engines");
  }
}

TEST_CASE("layers stand in their order, draft layers behind the others") {
  const Model model = zoo_model("deepseek-v3");
  const auto layers = placed_layers(model, true);
  REQUIRE(layers);
  REQUIRE(layers->size() == 62);
  CHECK(layers->at(60).index == 60);
  CHECK_FALSE(layers->at(60).draft);
  CHECK(layers->at(61).draft);
  CHECK(placed_layers(model, false)->size() == 61);
}

}  // namespace kvtally::layer_parts_test
