#include "engine/tensorrt_llm/buffers.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::buffers_test {

namespace {

Expected<Cache> cache(const Model& model, const FlagTexts& given, std::int64_t ranks = 1, Wide context = 4096) {
  return cache_of(model, placed_layers(model, false).value(), read_settings(given).value(), Tokens{context},
                  ranks);
}
std::string refusal(const Model& model, const FlagTexts& given = {}, std::int64_t ranks = 1) {
  const auto reply = cache(model, given, ranks);
  return reply ? "held" : render(reply.error());
}
Model one(Layer layer) { return asking::model_with({{std::move(layer), 1}}); }

TEST_CASE("elements: NVFP4 has a scale each 16") {
  CHECK(element_bytes(CacheFormat::half, 4096) == 8192);
  CHECK(element_bytes(CacheFormat::fp8, 4096) == 4096);
  CHECK(element_bytes(CacheFormat::nvfp4, 4096) == 2048 + 256);
}

TEST_CASE("heads are divided up, so that 8 over 3 are 3; values are as wide as keys") {
  const Model model = one(full_attention(key_value_memory({64, 8, 192, 128})));
  CHECK(cache(model, {}, 3)->layers.front().buffers.front().bytes == 2 * 3 * 192 * 2);
  CHECK(cache(model, {}, 16)->layers.front().buffers.front().bytes == 2 * 1 * 192 * 2);
  CHECK(cache(model, {})->layers.front().heads == 8);
}

TEST_CASE("latents and their index keys; the block that the layout asks for") {
  const auto sparse = cache(asking::zoo_model("deepseek-v3.2"), {}, 8);
  CHECK(sparse->block == 64);
  CHECK(sparse->manager == Manager::pools);
  const auto& buffers = sparse->layers.front().buffers;
  REQUIRE(buffers.size() == 2);
  CHECK(buffers[0].bytes == 1152);
  CHECK(buffers[1].bytes == 132);
  CHECK(buffers[1].use == Use::index);
  CHECK(cache(asking::zoo_model("deepseek-v3"), {})->block == 32);
  CHECK(cache(asking::zoo_model("deepseek-v4-flash"), {})->block == 128);
  CHECK(cache(asking::zoo_model("qwen3-next-80b-a3b"), {})->manager == Manager::states);
}

TEST_CASE("windows are the flags', repeated over the layers and no longer than a request") {
  const auto layers = cache(shapes::eight_heads(), {{"--max_attention_window", "64,4096"}})->layers;
  CHECK(layers[0].buffers[0].window == 64);
  CHECK_FALSE(layers[1].buffers[0].window.has_value());
  CHECK(layers[2].buffers[0].window == 64);
}

TEST_CASE("what no manager is known for, by name") {
  CHECK(refusal(asking::zoo_model("hunyuan-large")) ==
        "hunyuan-large: TensorRT-LLM's cache managers are not known to hold gqa layers: they read another layer's "
        "rows\n");
  CHECK(refusal(asking::zoo_model("minimax-m3")) ==
        "minimax-m3: TensorRT-LLM's cache managers are not known to hold msa layers: index keys beside keys and "
        "values\n");
  CHECK(refusal(asking::zoo_model("glm-5.3-flash")) ==
        "glm-5.3-flash: TensorRT-LLM's cache managers are not known to hold dsa layers: index keys that are "
        "pooled\n");
  CHECK(refusal(asking::zoo_model("rwkv-7")) ==
        "rwkv-7: TensorRT-LLM's cache managers are not known to hold rwkv7 layers: a state of kind 'rwkv7'\n");
  CHECK(refusal(asking::zoo_model("qwen3-next-80b-a3b"), {{"--use_kv_cache_manager_v2", ""}}) ==
        "qwen3-next-80b-a3b: TensorRT-LLM's cache managers are not known to hold gdn layers: states beside a "
        "manager "
        "that counts bytes\n");
  CHECK(refusal(one(shapes::small_state()), {}, 3) ==
        "model: 8 heads of a 'gdn' state do not divide over 3 ranks\n");
}

TEST_CASE("content and cost") {
  const Model model = asking::model_with({{full_attention(key_value_memory({8, 8, 64, 64})), 1},
                                          {sliding_attention(key_value_memory({8, 8, 64, 64}), 100), 2}});
  const auto layers = cache(model, {{"--max_attention_window", "4096,100,100"}})->layers;
  CHECK(content_of(layers, Tokens{4096}).total() == 2048 * (4096 + 2 * 100));
  const Cost cost = cost_of(layers, 32, Tokens{4096});
  CHECK(cost.token == 2048);
  CHECK(cost.request == 2 * 128 * 2048);
  CHECK(cost_of(layers, 32, Tokens{100}).request == 0);
  CHECK(fullest_stage(layers, 2).size() == 2);
  CHECK(content_of(cache(asking::zoo_model("whisper-large-v3"), {})->layers, Tokens{1}).cross ==
        Wide{32} * 1500 * 20 * 128 * 2);
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::buffers_test
