#include "engine/tensorrt_llm/tensorrt_llm.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::tensorrt_llm_test {

namespace {

using asking::KnownCase;
using asking::model_with;
using shapes::eight_heads;
using shapes::nine_narrow;

const std::vector<KnownCase>& pools() {
  const std::string free = "-c 2048 --tp_size 2 --available-memory 1GiB --free_gpu_memory_fraction 0.9";
  static const std::vector<KnownCase> cases{
      {"fp16",
       eight_heads(),
       free,
       {{"bytes_per_token", 8192}, {"primary_blocks", 3686}, {"allocated_kv_bytes", 966262784}}},
      {"fp8",
       eight_heads(),
       free + " --kv_cache_dtype fp8",
       {{"bytes_per_token", 4096}, {"primary_blocks", 7372}}},
      {"nvfp4",
       eight_heads(),
       free + " --kv_cache_dtype nvfp4",
       {{"bytes_per_token", 2304}, {"primary_blocks", 13107}}},
      {"latents",
       model_with({{full_attention(shapes::narrow_latent()), 61}}),
       "-c 4096",
       {{"bytes_per_token", 70272}, {"bytes_per_block", 2248704}}},
      {"sparse latents in fp8",
       asking::zoo_model("deepseek-v3.2"),
       "-c 4096 --kv_cache_dtype fp8",
       {{"tokens_per_block", 64}, {"bytes_per_token", 43188}, {"older_estimated_bytes_per_token", 43188}}},
      {"sparse latents in bf16",
       asking::zoo_model("deepseek-v3.2"),
       "-c 4096",
       {{"bytes_per_token", 78324}, {"older_estimated_bytes_per_token", 86376}}},
      {"states alone",
       model_with({{shapes::small_state(), 3}}),
       "-c 4096 -b 16 --enable_block_reuse false --mamba_ssm_cache_dtype float32",
       {{"slope_bytes", 0}, {"intercept_bytes", 6512640}, {"state_bytes_per_request", 407040}}},
      {"DeepSeek-V4, 4 to one",
       model_with({{shapes::four_to_one(), 1}}),
       "-c 4096",
       {{"tokens_per_block", 128}, {"bytes_per_token", 289}, {"bytes_per_request", 131072 + 1048576 + 262144}}},
      {"DeepSeek-V4, 128 to one",
       model_with({{shapes::hundred_to_one(), 1}}),
       "-c 4096",
       {{"bytes_per_token", 8}, {"bytes_per_request", 131072 + 524288}}},
      // A window of 128 and one token is two blocks of 128.
      {"DeepSeek-V4.1, an owner of ratio 1",
       model_with({{shapes::four_to_one(), 1}}),
       "-c 4096 --compress_ratios 1 --kv_source_layer_ids 0",
       {{"bytes_per_token", 356}, {"bytes_per_request", 528 * 256}}},
  };
  return cases;
}

// What TensorRT-LLM's own tests assert: pool bytes with two windows, and windows that do not fit.
const std::vector<KnownCase>& windows() {
  const auto one_wide = model_with({{full_attention(key_value_memory({64, 8, 1, 1})), 4}});
  const std::string two = "-c 128 --max_attention_window 64,128 --tokens_per_block 32 --available-memory 128MiB";
  const std::string nine = "-c 7000 --max_attention_window 100,100,100,100,200,200,200,7000,7000 ";
  const auto bytes = [&](Wide count) { return nine + "--max_gpu_total_bytes " + fmt::format("{}B", count); };
  const Wide second = 8 * (100 * 9 + 100 * 5 + 817 * 2) + 4;
  static const std::vector<KnownCase> cases{
      {"bytes and host",
       one_wide,
       two + " --max_gpu_total_bytes 32MiB --host_cache_size 32MiB",
       {{"primary_pool_bytes", 33554432}, {"secondary_pool_bytes", 33554432}}},
      {"fraction",
       one_wide,
       two + " --free_gpu_memory_fraction 0.1",
       {{"primary_pool_bytes", 13421772}, {"secondary_pool_bytes", 0}}},
      {"the second does not fit",
       nine_narrow(),
       bytes(8 * (100 * 9 + 30 * 5) + 4),
       {{"window_100_clamped", 100}, {"window_200_clamped", 130}, {"window_7000_clamped", 130}}},
      {"the third does not fit",
       nine_narrow(),
       bytes(second),
       {{"window_100_clamped", 100}, {"window_200_clamped", 200}, {"window_7000_clamped", 1017}}},
      {"all fit",
       nine_narrow(),
       bytes(8 * (100 * 4 + 200 * 3 + 7000 * 2) + 9402),
       {{"window_100_clamped", 100}, {"window_200_clamped", 200}, {"window_7000_clamped", 7000}}},
      {"the first does not fit",
       nine_narrow(),
       bytes(8 * (51 * 9) + 1) + " --tokens_per_block 1",
       {{"window_100_clamped", 51}, {"window_200_clamped", 51}, {"window_7000_clamped", 51}}},
      {"and no more tokens than asked",
       nine_narrow(),
       bytes(second) + " --max_tokens 134",
       {{"window_100_clamped", 100}, {"window_200_clamped", 134}, {"window_7000_clamped", 134}}},
  };
  return cases;
}

TEST_CASE("every figure of TensorRT-LLM's worked examples and tests") {
  const Engine engine = tensorrt_llm_engine();
  const int figures = asking::check_cases(engine, pools()) + asking::check_cases(engine, windows());
  MESSAGE("tensorrt-llm: " << figures << " figures of engines.md");
  CHECK(figures == 43);
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::tensorrt_llm_test
