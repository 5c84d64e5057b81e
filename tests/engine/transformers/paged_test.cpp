#include "engine/transformers/paged.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::paged_test {

namespace {

Allocation paged(const std::string& id, const std::string& line) {
  return test::allocate(test::zoo_model(id), line + " --cache-implementation paged");
}

Wide cause(const Allocation& allocation, std::string_view what) {
  for (const EngineCause& each : allocation.causes) {
    if (each.what == what) {
      return each.bytes.value;
    }
  }
  return 0;
}

}  // namespace

// Gemma 3 1B: 26 layers of 1 head of 256, 1024 bytes a token; 4 full layers, 22 of a window of 512; groups of 2.
TEST_CASE("blocks of requests, without a stated memory") {
  const Allocation gemma = paged("gemma-3-1b", "-c 1000 -b 3");
  CHECK(test::figure(gemma, "block_bytes") == 2 * 256 * 1024);
  CHECK(test::figure(gemma, "blocks_per_request") == 2 * 4 + 11 * 2);
  CHECK(test::figure(gemma, "requests_blocks") == 90);
  CHECK(gemma.allocated == Bytes{Wide{92} * 2 * 256 * 1024});
  CHECK(figure_named(gemma, "num_blocks") == nullptr);
  CHECK(gemma.log.empty());
  CHECK(gemma.assumptions.back() == "memory is not stated: only the blocks that the requests fill are counted");
  CHECK(cause(gemma, "blocks of 256 tokens") == 3 * 4 * 1024 * 24);
  CHECK(cause(gemma, "sliding windows in whole blocks") == 0);
  CHECK(cause(gemma, "two blocks for padding") == 2 * 2 * 256 * 1024);
  CHECK(gemma.held[0].shape == "2 tensors [23552, 1, 256]");
  CHECK(test::figure(gemma, "max_blocks_per_request") == 0);
  CHECK(test::figure(gemma, "prefix_sharing") == 0);
}

TEST_CASE("blocks out of memory") {
  const Allocation llama = paged("llama-3.1-8b", "-c 4096 --available-memory 40GB --max-batch-tokens 4096");
  // 128256 × 4 + 4096 × 2 + 48 a batch token; 131072 + 8 a cache token; 2 bytes of mask for each pair.
  const Wide left = Wide{40000000000} - Wide{521264} * 4096 - 2 * 4096 * 4096;
  CHECK(test::figure(llama, "num_blocks") == left / (131080 + 2 * 4096) / 256);
  CHECK(test::figure(llama, "max_requests") == test::figure(llama, "num_blocks") / 16);
  CHECK(cause(llama, "free blocks") == (test::figure(llama, "num_blocks") - 16) * 256 * 131072);
  CHECK(test::figure(llama, "prefix_sharing") == 1);
  CHECK(test::figure(paged("llama-3.1-8b", "-c 9 --attn-implementation flash_attention_2"),
                     "max_blocks_per_request") == 32);
}

TEST_CASE("what the paged cache does not take") {
  CHECK(paged("qwen3-next-80b-a3b", "-c 256").refusal == "ValueError: Invalid group type: linear_attention");
  CHECK(paged("llama-3.1-8b", "-c 256 --block-size 3").refusal ==
        "ValueError: Block size must be at least 4, but got 3");
  // While attention reads: 135176 for each of 2304 tokens, 20528 for each of 9, 2 for each pair and pair of those.
  CHECK(paged("llama-3.1-8b", "-c 9 --num-blocks 9 --max-batch-tokens 9 --available-memory 1MB").refusal ==
        "MemoryError: Memory footprint 311671890 is more than available memory 1000000");
  const auto problem = [](const std::string& id) {
    const auto out = test::try_allocate(test::zoo_model(id), "-c 9 --cache-implementation paged");
    return out ? "" : render(out.error());
  };
  CHECK(problem("deepseek-v3") ==
        "deepseek-v3: a paged cache holds keys and values of heads alone, and layers of kind "
        "mla hold something else\n");
  CHECK(problem("gemma-4-31b") ==
        "gemma-4-31b: a paged cache has one number of heads and one head size for keys and "
        "values of all layers, and this model's differ\n");
}

TEST_CASE("more requests than blocks wait") {
  const Allocation few = paged("llama-3.1-8b", "-c 1024 -b 4 --num-blocks 6");
  CHECK(few.allocated == Bytes{Wide{8} * 256 * 131072});
  CHECK(cause(few, "requests that have to wait") == Wide{-10} * 256 * 131072);
  CHECK(test::figure(few, "max_requests") == 1);
}

}  // namespace kvtally::transformers::paged_test
