#include "engine/transformers/refusals.hpp"

#include <string>

#include "engine/transformers/support.hpp"
#include "model/presets.hpp"

namespace kvtally::transformers::refusals_test {

namespace {

std::string problems_of(const std::string& id, std::string_view line) {
  const auto out = test::try_allocate(test::zoo_model(id), line);
  return out ? "" : render(out.error());
}

std::string refusal_of(const std::string& id, std::string_view line) {
  return test::allocate(test::zoo_model(id), line).refusal;
}

}  // namespace

TEST_CASE("layers that no class of transformers holds are named, each once") {
  CHECK(problems_of("glm-5.3-flash", "-c 9") ==
        "glm-5.3-flash: transformers 5.16 has no cache for kda states of "
        "glm5_next\n"
        "glm-5.3-flash: transformers 5.16 has no cache layer for layers of "
        "kind dsa\n");
  CHECK(problems_of("rwkv-7", "-c 9") == "rwkv-7: transformers 5.16 has no cache for rwkv7 states of rwkv7\n");
  CHECK(problems_of("ring-mini-linear-2.0", "-c 9") ==
        "ring-mini-linear-2.0: transformers 5.16 has no cache for lightning states of bailing_moe_linear\n");
  CHECK(problems_of("qwen3.8-flash-next", "-c 9") ==
        "qwen3.8-flash-next: transformers 5.16 has no cache layer for layers of kind qsa\n");
  CHECK(problems_of("deepseek-v4-flash", "-c 9 --cache-implementation offloaded") ==
        "deepseek-v4-flash: which tensors of sliding_attention layers leave the device when they are offloaded is "
        "not "
        "known\n"
        "deepseek-v4-flash: which tensors of compressed_sparse_attention layers leave the device when they are "
        "offloaded is not known\n"
        "deepseek-v4-flash: which tensors of heavily_compressed_attention layers leave the device when they are "
        "offloaded is not known\n");
}

TEST_CASE("what transformers raises itself") {
  CHECK(refusal_of("deepseek-v4-flash", "-c 9 --cache-implementation static") ==
        "KeyError: 'compressed_sparse_attention'");
  CHECK(refusal_of("gemma-3-27b", "-c 64 --prefill 64 --cache-implementation quantized") ==
        "ValueError: `QuantizedCache` is only supported for models with only full attention layers. We found the "
        "following invalid layer types: {'sliding_attention'}");
  CHECK(refusal_of("qwen3-next-80b-a3b", "-c 64 --cache-implementation quantized")
            .ends_with("{'linear_attention'}"));
  CHECK(problems_of("qwen3-next-80b-a3b", "-c 64 --cache-implementation quantized --engine-version 5.13") ==
        "qwen3-next-80b-a3b: a quantized cache has no place for layers of type linear_attention\n");
  CHECK(refusal_of("whisper-large-v3", "-c 64 --cache-implementation quantized") ==
        "ValueError: This model does not support the quantized cache. If you want your model to support quantized "
        "cache, please open an issue and tag @zucchini-nlp.");
  CHECK(refusal_of("qwen3-next-80b-a3b", "-c 64 --tp 4") ==
        "2 key-value heads cannot be divided over 4 ranks: a shard of k_proj is no whole number of heads");
  CHECK(refusal_of("llama-3.1-8b", "-c 64 --cache-implementation quantized --nbits 8") ==
        "ValueError: `nbits` for `quanto` backend has to be one of [`2`, `4`] but got 8");
}

// Before 5.14 QuantizedCache looked at no layer types: 26 full layers of 1 head, 64 tokens of 256 in 4 bits with a
// scale and zero point of 64 each: 2 × (64 × 256 ÷ 2 + 64 × 256 ÷ 64 × 4).
TEST_CASE("sliding layers in the quantised cache of 5.13") {
  const Allocation old = test::allocate(
      test::zoo_model("gemma-3-1b"), "-c 64 --prefill 64 --cache-implementation quantized --engine-version 5.13");
  CHECK(old.refusal == "");
  CHECK(old.version == "5.13");
  CHECK(old.allocated == Bytes{26 * 2 * (8192 + 1024)});
}

TEST_CASE("MiniMax-Text-01 has a cache of its own") {
  const Allocation own = test::allocate(test::zoo_model("minimax-01"), "-c 9 --cache-implementation static");
  CHECK(own.assumptions.back() ==
        "This model does not support `Cache` instances. `cache_implementation` (set to static) will be ignored.");
  CHECK(figure_named(own, "max_cache_len") == nullptr);
}

TEST_CASE("states of models that are not transformers' own") {
  Model other = test::zoo_model("qwen3-next-80b-a3b");
  CHECK(test::allocate(other, "-c 9").assumptions.back() == "dtype: bf16");
  other.model_type = "jet_nemotron";
  CHECK(test::allocate(other, "-c 9").assumptions.back() ==
        "jet_nemotron is not one of transformers' own models: its states are taken to be held as those of their "
        "kind");
}

TEST_CASE("layers that look at an encoder alone are known in a DynamicCache") {
  Model mixed = test::small_model("num_hidden_layers: 1\nlayer_types: full_attention\n");
  append_layer(mixed, mixed.order, cross_attention(key_value_memory({4, 2, 8, 8}), 20), 1);
  CHECK(test::allocate(mixed, "-c 10").allocated == Bytes{64 * 30});
  const auto out = test::try_allocate(mixed, "-c 10 --cache-implementation static");
  REQUIRE_FALSE(out);
  CHECK(render(out.error()) ==
        "small: how a static cache holds layers that look at an encoder alone is not known\n");
}

TEST_CASE("a refusal leaves nothing held") {
  const Allocation none =
      test::allocate(test::zoo_model("deepseek-v4-flash"), "-c 9 --cache-implementation static");
  CHECK(none.held.empty());
  CHECK(none.causes.empty());
  CHECK(none.allocated == Bytes{});
  CHECK(none.figures.size() == 2);
}

}  // namespace kvtally::transformers::refusals_test
