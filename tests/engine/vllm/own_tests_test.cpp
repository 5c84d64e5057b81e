#include "engine/vllm/examples.hpp"

/// What vLLM's unit tests assert of its allocation.
namespace kvtally::own_tests_test {

namespace {

constexpr std::int64_t kPage = 16384;  // of vLLM's tests: 16 tokens, 2 heads of 64, float32

using test::described;
using test::VllmExample;

std::vector<VllmExample> tested_groups() {
  const std::string mixed = "kinds:\n  small: {layer_type: full_attention, head_dim: 64}\n";
  const std::string half = "sliding_window: 512\nkinds:\n  sliding_attention: {head_dim: 32}\n";
  const std::string three_halves = "sliding_window: 512\nkinds:\n  sliding_attention: {head_dim: 96}\n";
  return {
      {"two full layers",
       described("full_attention x2", 2, 2, 64),
       "-c 256 --dtype float32 --kv-cache-memory-bytes 1048576B",
       {{"num_gpu_blocks", 32}, {"block_bytes", 2 * kPage}}},
      {"full and window of 1",
       described("full_attention, sliding_attention", 2, 2, 64, test::kWindowOf1),
       "-c 256 --dtype float32 --kv-cache-memory-bytes 1048576B",
       {{"num_gpu_blocks", 64}, {"allocated_bytes", 1048576}, {"kv_cache_groups", 2}}},
      {"two full layers and four windows",
       described("full_attention x2, sliding_attention x4", 6, 2, 64, test::kWindowOf1),
       "-c 64 --dtype float32 --kv-cache-memory-bytes 1048576B",
       {{"num_gpu_blocks", 32}, {"kv_cache_groups", 3}}},
      {"three full layers and seven windows",
       described("full_attention x3, sliding_attention x7", 10, 2, 64, test::kWindowOf1),
       "-c 64 --dtype float32 --kv-cache-memory-bytes 1572864B",
       {{"num_gpu_blocks", 32}, {"kv_cache_groups", 4}}},
      {"six full layers and five windows",
       described("full_attention x6, sliding_attention x5", 11, 2, 64, test::kWindowOf1),
       "-c 64 --dtype float32 --kv-cache-memory-bytes 3145728B",
       {{"num_gpu_blocks", 32}, {"kv_cache_groups", 2}, {"block_bytes", 6 * kPage}}},
      {"full layers of 128 and of 64",
       described("full_attention, small", 2, 2, 128, mixed),
       "-c 256 --dtype float32 --kv-cache-memory-bytes 1572864B",
       {{"num_gpu_blocks", 32}, {"block_bytes", (1048576 + 524288) / 32}, {"page_bytes", 1048576 / 32}}},
      {"windows of half the page",
       described("full_attention, sliding_attention", 2, 2, 64, half),
       "-c 64 --dtype float32 --kv-cache-memory-bytes 524288B",
       {{"num_gpu_blocks", 32}, {"page_bytes", kPage}}},
      {"windows of three halves of the page",
       described("full_attention, sliding_attention", 2, 2, 64, three_halves),
       "-c 64 --dtype float32 --kv-cache-memory-bytes 1048576B",
       {{"num_gpu_blocks", 42}, {"page_bytes", 24576}}},
      {"blocks by hand",
       described("full_attention x2", 2, 2, 64),
       "-c 256 --dtype float32 --kv-cache-memory-bytes 1048576B --num-gpu-blocks-override 16",
       {{"num_gpu_blocks", 16}}},
  };
}

std::vector<VllmExample> tested_lengths() {
  const Model wide = described("full_attention x32", 32, 32, 128);
  const Model both = described("full_attention, sliding_attention", 2, 2, 64, "sliding_window: 1024\n");
  const std::string long_ones = "-c 16384 --dtype float32 --max-num-batched-tokens 1024";
  return {
      {"16385 tokens in 8 GiB", wide, "-c 16385 --kv-cache-memory-bytes 8GiB", {{"estimated_max_len", 16384}}},
      {"16383 tokens in 8 GiB", wide, "-c 16383 --kv-cache-memory-bytes 8GiB", {{"estimated_max_len", 16383}}},
      {"1024 blocks of 1536",
       described("full_attention", 1, 2, 64),
       long_ones + " --num-gpu-blocks-override 1536",
       {{"blocks_per_request", 1024}, {"max_concurrency", 3, 2}}},
      {"129 blocks of 387",
       described("sliding_attention", 1, 2, 64, "sliding_window: 1024\n"),
       long_ones + " --num-gpu-blocks-override 387",
       {{"blocks_per_request", 129}, {"max_concurrency", 3}}},
      {"1153 blocks of 3459",
       both,
       long_ones + " --num-gpu-blocks-override 3459",
       {{"blocks_per_request", 1153}, {"max_concurrency", 3}, {"kv_cache_tokens", 49152}}},
      {"1024 tokens of a latent",
       test::latent_model("full_attention", 1),
       "-c 1024 --block-size 16",
       {{"blocks_per_request", 64}}},
      {"over two ranks",
       test::latent_model("full_attention", 1),
       "-c 1024 --block-size 16 -tp 2 -dcp 2",
       {{"blocks_per_request", 32}}},
      {"latent of float32",
       test::latent_model("full_attention", 1),
       "-c 1024 --block-size 16 --dtype float32",
       {{"page_bytes", 36864}}},
      {"a state of vLLM's tests", test::with_tested_state(1), "-c 1024 --dtype float32", {{"state_bytes", kPage}}},
      {"scales of 16 tokens and 2 heads",
       described("full_attention", 1, 2, 64),
       "-c 64 --kv-cache-dtype int8_per_token_head",
       {{"page_bytes", 16 * 2 * 128 + 256}}},
  };
}

TEST_CASE("the facts that vLLM's own tests assert") {
  const int count = test::check_examples(tested_groups()) + test::check_examples(tested_lengths());
  MESSAGE("vllm: " << count << " figures of its own tests");
  CHECK(count == 34);
}

TEST_CASE("a length that is fitted: 64 blocks of attention, a state and two draft tokens") {
  Model model = test::with_tested_state(1);
  model.draft = {{0, 1}};  // any draft layer: the test counts blocks
  const vllm::Grouping grouping = test::worked(model, "-c 4096 --dtype float32").grouping;
  const vllm::Use use{.max_model_len = 4096, .speculative = 2};
  CHECK(vllm::longest_request(grouping, use, Bytes{kPage * (64 + 1 + 2)}) == 1024);
  CHECK(vllm::longest_request(grouping, use, Bytes{kPage * 3}) == 0);
}

}  // namespace

}  // namespace kvtally::own_tests_test
