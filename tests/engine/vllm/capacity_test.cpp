#include "engine/vllm/capacity.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::capacity_test {

namespace {

TEST_CASE("layers of pipeline stages: what remains goes to those before the last") {
  CHECK(vllm::stage_bounds(61, 4) == std::vector<std::int64_t>{0, 15, 30, 46, 61});
  CHECK(vllm::stage_bounds(48, 2) == std::vector<std::int64_t>{0, 24, 48});
  CHECK(vllm::stage_bounds(2, 1) == std::vector<std::int64_t>{0, 2});
  CHECK(vllm::stage_bounds(2, 4) == std::vector<std::int64_t>{0, 0, 1, 2, 2});
}

TEST_CASE("a stage has its own layers; until 2026-02 the check took them all") {
  const Model llama = test::zoo_model("llama-3.1-8b");
  CHECK(test::whole(test::allocated(llama, "-c 4096 -pp 2"), "kv_bytes_for_max_len") == 268'435'456);
  CHECK(test::whole(test::allocated(llama, "-c 4096 -pp 2 --engine-version 2026-02-10"), "kv_bytes_for_max_len") ==
        536'870'912);
  CHECK(test::whole(test::allocated(llama, "-c 4096 -pp 2 --kv-cache-memory-bytes 1GiB"), "num_gpu_blocks") ==
        1024);
}

TEST_CASE("tokens that are printed: requests of max_model_len, or before 2026-04-28 those of one group") {
  const Model model = test::described("full_attention, sliding_attention", 2, 2, 64, "sliding_window: 1024\n");
  const std::string flags =
      "-c 16384 --dtype float32 --max-num-batched-tokens 1024 --num-gpu-blocks-override 3459";
  CHECK(test::whole(test::allocated(model, flags), "kv_cache_tokens") == 49152);
  // 3459 / 2 groups = 1729 blocks of 16
  CHECK(test::whole(test::allocated(model, flags + " --engine-version 2026-04-27"), "kv_cache_tokens") == 27664);
}

TEST_CASE("the longest request grows with the memory, and is the longest") {
  const Model model = test::zoo_model("gemma-3-1b");
  const auto longest = [&](int blocks) {
    return test::whole(
        test::allocated(model, fmt::format("--max-model-len auto --num-gpu-blocks-override {}", blocks)),
        "max_model_len");
  };
  std::int64_t before = 0;
  for (const int blocks : {20, 100, 500, 1000, 1500}) {
    const std::int64_t length = longest(blocks);
    CHECK(length >= before);
    before = length;
    const std::string flags = fmt::format(" --num-gpu-blocks-override {}", blocks);
    CHECK(test::allocated(model, fmt::format("-c {}{}", length, flags)).refusal.empty());
    CHECK_FALSE(test::allocated(model, fmt::format("-c {}{}", length + 1, flags)).refusal.empty());
  }
}

TEST_CASE("refusals of the memory") {
  const Model llama = test::zoo_model("llama-3.1-8b");
  CHECK(test::allocated(llama, "--gpu-memory 10GiB --non-kv-memory 12GiB")
            .refusal.starts_with("No available memory for the cache blocks. Try increasing"));
  CHECK(test::allocated(llama, "--max-model-len auto --kv-cache-memory-bytes 1KiB")
            .refusal.starts_with("Cannot auto-fit max_model_len: not enough GPU memory available to serve even a "
                                 "single token."));
  const Allocation nothing = test::allocated(llama, "--kv-cache-memory-bytes 1KiB");
  CHECK(nothing.refusal.find("estimated maximum") == std::string::npos);
  CHECK(nothing.allocated == Bytes{0});
}

}  // namespace

}  // namespace kvtally::capacity_test
