#include "engine/vllm/read_log.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::read_log_test {

namespace {

std::string read(std::string_view line) {
  const auto reading = vllm::read_log(line);
  if (!reading) {
    return "none";
  }
  std::string out;
  for (const LogQuantity& quantity : reading->quantities) {
    out += fmt::format("{}={}/{} ({}) ", quantity.name, static_cast<long long>(quantity.numerator),
                       static_cast<long long>(quantity.denominator), quantity.printed);
  }
  return out;
}

TEST_CASE("lines and errors of any version") {
  CHECK(read("INFO 08-17 12:00:00 [kv_cache_utils.py:850] GPU KV cache size: 1,394,129 tokens") ==
        "kv_cache_tokens=1394129/1 (1,394,129 tokens) ");
  CHECK(read("Maximum concurrency for 131,072 tokens per request: 33.42x") ==
        "max_model_len=131072/1 (131,072 tokens) max_concurrency=3342/100 (33.42x) ");
  CHECK(read("# GPU blocks: 1952, # CPU blocks: 512") == "num_gpu_blocks=1952/1 (1952 blocks) ");
  CHECK(read("Available KV cache memory: 8.11 GiB") ==
        fmt::format("available_kv_cache_bytes={}/100 (8.11 GiB) ", 811LL << 30));
  CHECK(read("the rest of the memory reserved for KV Cache is 1; kv_cache_size=3.81GiB") ==
        fmt::format("available_kv_cache_bytes={}/100 (3.81 GiB) ", 381LL << 30));
  CHECK(read("Setting attention block size to 1568 tokens to ensure that attention page size is >= mamba page "
             "size.") == "attention_block_size=1568/1 (1568 tokens) ");
  CHECK(read("Padding mamba page size by 0.13% to ensure that") == "mamba_padding_percent=13/100 (0.13 percent) ");
  CHECK(read("Add 3 padding layers, may waste at most 6.25% KV cache memory") ==
        "=3/1 (3 layers) =625/100 (6.25 percent) ");
  CHECK(
      read("The model's max seq len (131072) is larger than the maximum number of tokens that can be stored in KV "
           "cache (31232). Try") ==
      "max_model_len=131072/1 (131072 tokens) kv_cache_tokens=31232/1 (31232 tokens) ");
}

TEST_CASE("the error of too little memory, whole and in the wording of 0.8") {
  CHECK(
      read(
          "ValueError: To serve at least one request with the models's max seq len (32768), (2.00 GB KV cache is "
          "needed, which is larger than the available KV cache memory (1.94 GB). Based on the available memory") ==
      fmt::format("max_model_len=32768/1 (32768 tokens) kv_bytes_for_max_len={}/100 (2.00 GiB) "
                  "available_kv_cache_bytes={}/100 (1.94 GiB) ",
                  200LL << 30, 194LL << 30));
  CHECK(read("the estimated maximum model length is 181376. Try") ==
        "estimated_max_len=181376/1 (181376 tokens) ");
}

TEST_CASE("every line that allocations print is read, and its figures are theirs") {
  const Allocation allocation = test::allocated(
      test::zoo_model("qwen3.6-27b"),
      "--kv-cache-dtype fp8 --enable-prefix-caching --num-speculative-tokens 2 --kv-cache-memory-bytes 48.6GiB");
  CHECK(allocation.log.size() == 5);
  for (const EngineLogLine& line : allocation.log) {
    CAPTURE(line.text);
    const auto reading = vllm::read_log(line.text);
    REQUIRE(reading.has_value());
    for (const LogQuantity& quantity : reading->quantities) {
      const EngineFigure* figure = figure_named(allocation, quantity.name);
      if (quantity.name.empty()) {
        continue;
      }
      REQUIRE(figure != nullptr);
      // |printed - figure| at most half of the last digit, which a whole number has to 1
      const Wide off = quantity.numerator * figure->denominator - figure->numerator * quantity.denominator;
      CHECK((off < 0 ? -off : off) * 2 <= quantity.last_digit * figure->denominator);
    }
  }
  const std::string refusal =
      test::allocated(test::zoo_model("llama-3.1-8b"), "-c 8192 --kv-cache-memory-bytes 512MiB").refusal;
  REQUIRE(vllm::read_log(refusal).has_value());
  CHECK(vllm::read_log(refusal)->quantities.size() == 4);
}

TEST_CASE("other lines are none of these") {
  for (const std::string_view line : {"", "GPU KV cache size: many tokens", "llama_kv_cache: size = 27.00 MiB",
                                      "Starting to load model", "GPU KV cache size: 12"}) {
    CHECK(read(line) == "none");
  }
}

}  // namespace

}  // namespace kvtally::read_log_test
