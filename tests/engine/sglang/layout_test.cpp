#include <doctest/doctest.h>

#include "engine/sglang/layers.hpp"
#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::layout_test {

namespace {

Expected<Layout> layout(const Model& model) { return layout_of(model, placed_layers(model, false).value()); }
std::string refusal(const Model& model) {
  const auto reply = layout(model);
  return reply ? "held" : render(reply.error());
}

TEST_CASE("which pools serve a model") {
  using shapes::base_heads;
  CHECK(layout(shapes::base()) == Layout::heads);
  CHECK(layout(shapes::sliding(2, 2)) == Layout::heads);
  CHECK(layout(asking::model_with({{full_attention(shapes::latent()), 2}})) == Layout::latent);
  CHECK(layout(asking::model_with({{shapes::sparse(false), 1}, {shapes::sparse(true), 3}})) ==
        Layout::sparse_latent);
  CHECK(layout(asking::zoo_model("minimax-m3")) == Layout::block_sparse);
  CHECK(layout(shapes::compressed({4, 128})) == Layout::compressed);
  CHECK(layout(asking::zoo_model("qwen3-next-80b-a3b")) == Layout::heads);
  CHECK(layout(asking::zoo_model("kimi-k3")) == Layout::latent);
}

TEST_CASE("what no pool is known for, by name") {
  CHECK(refusal(asking::zoo_model("glm-5.3-flash")) ==
        "glm-5.3-flash: SGLang's pools are not known to hold dsa layers: index keys that are pooled\n");
  CHECK(refusal(asking::zoo_model("rwkv-7")) ==
        "rwkv-7: SGLang's pools are not known to hold rwkv7 layers: a state of kind 'rwkv7'\n");
  CHECK(refusal(asking::zoo_model("whisper-large-v3")) ==
        "whisper-large-v3: SGLang's pools are not known to hold mha layers: an encoder's keys and values\n");
  CHECK(refusal(asking::model_with({{shapes::state(), 2}})) ==
        "model: SGLang's state pool is known only beside layers that keep rows\n");
  CHECK(refusal(asking::model_with({{shapes::state(), 1}, {sliding_attention(shapes::base_heads(), 8), 1}})) ==
        "model: SGLang's state pool is known only beside full attention\n");
  CHECK(refusal(asking::model_with(
            {{full_attention(shapes::base_heads()), 1}, {full_attention(shapes::latent()), 1}})) ==
        "model: SGLang's pools are not known to hold mla layers: beside layers of another pool\n");
  CHECK(refusal(shapes::compressed({4, 64})) ==
        "model: SGLang's pools are not known to hold hca layers: DeepSeek-V4's rates are 4 and 128 there\n");
}

TEST_CASE("a pool for sliding layers is a matter of the architecture") {
  const Settings settings = read_settings({}).value();
  CHECK(has_sliding_pool(asking::zoo_model("gemma-4-31b"), settings));
  CHECK(has_sliding_pool(asking::zoo_model("gpt-oss-20b"), settings));
  CHECK(has_sliding_pool(asking::zoo_model("llama-4-scout"), settings));
  CHECK_FALSE(has_sliding_pool(asking::zoo_model("gemma-3-27b"), settings));
  CHECK_FALSE(has_sliding_pool(asking::zoo_model("mistral-7b"), settings));
  CHECK(has_sliding_pool(shapes::sliding(1, 1), settings));
  const Settings off = read_settings({{"--disable-hybrid-swa-memory", ""}}).value();
  CHECK_FALSE(has_sliding_pool(asking::zoo_model("gemma-4-31b"), off));
}

}  // namespace

}  // namespace kvtally::sglang::layout_test
