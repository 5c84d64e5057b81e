#include "engine/vllm/outcome.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::outcome_test {

namespace {

std::vector<std::string> lines(const Allocation& allocation) {
  std::vector<std::string> out;
  for (const EngineLogLine& line : allocation.log) {
    out.push_back(line.text);
  }
  return out;
}

TEST_CASE("the lines of a start, by version") {
  const Model llama = test::zoo_model("llama-3.1-8b");
  CHECK(lines(test::allocated(llama, "-c 4096 --kv-cache-memory-bytes 2GiB")) ==
        std::vector<std::string>{
            "Available KV cache memory: 2.0 GiB",
            "GPU KV cache size: 16,384 tokens, Maximum concurrency for 4,096 tokens per request: "
            "4.00x"});
  CHECK(lines(test::allocated(llama, "-c 4096 --kv-cache-memory-bytes 2GiB --engine-version 2026-04-27")) ==
        std::vector<std::string>{"Available KV cache memory: 2.0 GiB", "GPU KV cache size: 16,384 tokens",
                                 "Maximum concurrency for 4,096 tokens per request: 4.00x"});
  CHECK(lines(test::allocated(llama, "-c 4096 --kv-cache-memory-bytes 2GiB --num-gpu-blocks-override 300"))[0] ==
        "Overriding num_gpu_blocks=1024 with num_gpu_blocks_override=300");
}

TEST_CASE("without a memory no count of blocks or tokens is given") {
  const Allocation allocation = test::allocated(test::zoo_model("llama-3.1-8b"), "-c 4096 -b 3");
  CHECK(allocation.log.empty());
  for (const char* name : {"num_gpu_blocks", "kv_cache_tokens", "max_concurrency", "estimated_max_len"}) {
    CHECK(figure_named(allocation, name) == nullptr);
  }
  CHECK(allocation.allocated == Bytes{3 * Wide{536'870'912}});
}

TEST_CASE("groups that are held, and free blocks") {
  const Allocation allocation = test::allocated(
      test::zoo_model("qwen3.6-27b"),
      "--kv-cache-dtype fp8 --enable-prefix-caching --num-speculative-tokens 2 --kv-cache-memory-bytes 48.6GiB");
  REQUIRE(allocation.held.size() == 5);
  CHECK(allocation.held[0].name == "group 1: MambaSpec");
  CHECK(allocation.held[0].shape == "4 blocks of a state each, 55,705,600 B each");
  CHECK(allocation.held[3].name == "group 4: FullAttentionSpec");
  CHECK(allocation.held[3].shape == "164 blocks of 1600 tokens, 55,705,600 B each");
  CHECK(allocation.held[3].layers == 17);
  CHECK(allocation.held[4].name == "free blocks, the null block among them");
  CHECK(allocation.held[4].shape == "760 blocks");
}

TEST_CASE("what was assumed of windows and layouts") {
  CHECK(test::allocated(test::zoo_model("deepseek-v4-flash"), "-c 4096").assumptions ==
        std::vector<std::string>{"the model runs in bfloat16, and its cache with it (--dtype, --kv-cache-dtype)",
                                 "blocks of 256 tokens, as DeepSeek-V4's backend wants (--block-size)",
                                 "2048 tokens under way: max_num_batched_tokens 2048, without --async-scheduling",
                                 "fp8_ds_mla, the only layout of FlashMLA for these layers"});
}

}  // namespace

}  // namespace kvtally::outcome_test
