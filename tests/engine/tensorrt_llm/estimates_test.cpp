#include <doctest/doctest.h>

#include "engine/tensorrt_llm/sizes.hpp"
#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::estimates_test {

namespace {

std::vector<CachedLayer> layers(const Model& model, const FlagTexts& given) {
  return cache_of(model, placed_layers(model, false).value(), read_settings(given).value(), Tokens{4096}, 1)
      .value()
      .layers;
}
std::optional<Wide> estimate(const Model& model, const FlagTexts& given) {
  return estimated_bytes(layers(model, given), read_settings(given).value());
}

// 128 × 8 ÷ TP, K and V, of 4 layers; over 3 ranks 341, where 3 heads of 128 are allocated.
TEST_CASE("the estimate divides heads × width, the allocation heads") {
  CHECK(estimate(shapes::eight_heads(), {}) == 2 * 4 * 1024 * 2);
  CHECK(estimate(shapes::eight_heads(), {{"--tp_size", "3"}}) == 2 * 4 * 341 * 2);
  CHECK(estimate(shapes::eight_heads(), {{"--tp_size", "16"}}) == 2 * 4 * 64 * 2);
  CHECK(estimate(shapes::eight_heads(), {{"--kv_cache_dtype", "fp8"}}) == 2 * 4 * 1024);
  CHECK(estimate(shapes::eight_heads(), {{"--kv_cache_dtype", "nvfp4"}}) == 4 * 1024 + 512);
  CHECK(estimate(shapes::eight_heads(), {{"--tp_size", "16"}, {"--enable_attention_dp", ""}}) == 2 * 4 * 1024 * 2);
  CHECK_FALSE(estimate(asking::model_with({{shapes::small_state(), 3}}), {}).has_value());
  // The mean of KV heads: (8 + 4) ÷ 2 of 64.
  const Model mixed = asking::model_with({{full_attention(key_value_memory({8, 8, 64, 64})), 1},
                                          {full_attention(key_value_memory({8, 4, 64, 64})), 1}});
  CHECK(estimate(mixed, {}) == 2 * 2 * 6 * 64 * 2);
}

TEST_CASE("the older estimate of sparse latents, by block") {
  const auto sparse = layers(asking::zoo_model("deepseek-v3.2"), {});
  CHECK(older_sparse_estimate(sparse, read_settings({}).value(), 64) == 86376);
  CHECK(older_sparse_estimate(sparse, read_settings({}).value(), 32) == 2 * (61 * 576 + 61 * 132 * 2));
  CHECK_FALSE(older_sparse_estimate(layers(shapes::eight_heads(), {}), read_settings({}).value(), 64).has_value());
}

// States of 13824 + 131072 × 3 ÷ 2 = 210432 bytes in 16 bits.
TEST_CASE("the affine cost: states of the whole batch, and snapshots by interval") {
  const Model model =
      asking::model_with({{full_attention(key_value_memory({8, 8, 64, 64})), 1}, {shapes::small_state(), 3}});
  const auto cost = [&](const FlagTexts& given) {
    const Demand demand{Tokens{4096}, 1, 16, 32};
    return affine_cost(layers(model, given), read_settings(given).value(), demand);
  };
  CHECK(cost({}).state == 210432);
  CHECK(cost({}).slope == 2048);
  CHECK(cost({{"--pp_size", "2"}}).intercept == 2 * 16 * 210432);
  CHECK(cost({{"--mamba_state_cache_interval", "1000"}}).slope == 2048 + 211);
  CHECK(cost({{"--mamba_state_cache_interval", "1000"}, {"--enable_block_reuse", "false"}}).slope == 2048);
  CHECK(cost({{"--mamba_state_cache_interval", "1000"}, {"--engine-version", "1.1"}}).slope == 2048 + 210);
  CHECK(cost({{"--engine-version", "1.1"}}).intercept == 0);
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::estimates_test
