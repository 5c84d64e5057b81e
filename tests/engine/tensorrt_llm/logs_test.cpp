#include "engine/tensorrt_llm/logs.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::logs_test {

namespace {

using Lines = std::vector<std::string>;
Lines lines(const Model& model, const std::string& line) {
  Lines out;
  const auto reply = asking::asked(tensorrt_llm_engine(), model, line);
  for (const EngineLogLine& printed : reply->log) {
    out.push_back(printed.text);
  }
  return out;
}

TEST_CASE("the lines that TensorRT-LLM prints") {
  const Model llama = asking::zoo_model("llama-3.1-8b");
  CHECK(
      lines(llama, "-c 8192 --tokens_per_block 64 --max_tokens 220480") ==
      Lines{
          "[TensorRT-LLM][INFO] Max KV cache blocks per sequence: 128 [window size=8192], tokens per block=64, "
          "primary blocks=3445, secondary blocks=0, max sequence length=8192",
          "[TensorRT-LLM][INFO] Number of tokens per block: 64.",
          "[TensorRT-LLM][INFO] [MemUsageChange] Allocated 26.91 GiB for max tokens in paged KV cache (220480)."});
  CHECK(
      lines(llama, "-c 131072 --tokens_per_block 64 --max_tokens 1000 --engine-version 1.1") ==
      Lines{
          "[TensorRT-LLM][INFO] Number of blocks in KV cache primary pool: 16",
          "[TensorRT-LLM][INFO] Number of blocks in KV cache secondary pool: 0, onboard blocks to primary memory "
          "before reuse: true",
          "[TRT-LLM] [W] Attention window size 131072 exceeds upper bound 1024 for available blocks. Reducing to "
          "1024.",
          "[TensorRT-LLM][INFO] Max KV cache pages per sequence: 16",
          "[TensorRT-LLM][INFO] Number of tokens per block: 64.",
          "[TensorRT-LLM][INFO] [MemUsageChange] Allocated 0.12 GiB for max tokens in paged KV cache (1024)."});
  CHECK(lines(llama, "-c 8192").empty());
  CHECK(lines(llama, "-c 8192 --use_kv_cache_manager_v2 --max_gpu_total_bytes 1GiB") ==
        Lines{"[TRT-LLM] [I] max_gpu_total_bytes is provided. New quota is 1GiB"});
  const Lines two =
      lines(shapes::eight_heads(), "-c 128 --max_attention_window 64,128 --max_gpu_total_bytes 32MiB");
  REQUIRE(two.size() == 7);
  CHECK(two[0] == "[TRT-LLM] [I] Estimated max memory in KV cache : 0.03 GiB");
  CHECK(two[1] == "[TRT-LLM] [I] Required memory per sequence: 1572864 bytes");
  CHECK(two[2] == "[TRT-LLM] [I] Memory bytes in pool: 33554432");
}

struct Read {
  std::string line;
  Lines quantities;  // name and what is printed
};
TEST_CASE("lines that are read") {
  const std::vector<Read> rows{
      {"[TensorRT-LLM][INFO] [MemUsageChange] Allocated 16.05 GiB for max tokens in paged KV cache (263008)",
       {"allocated_kv_bytes=16.05 GiB", "max_tokens=263008 tokens"}},
      {"[TensorRT-LLM][INFO] Number of blocks in KV cache primary pool: 8219", {"primary_blocks=8219 blocks"}},
      {"[TensorRT-LLM][INFO] Number of blocks in KV cache secondary pool: 0, onboard blocks to primary memory "
       "before "
       "reuse: true",
       {"secondary_blocks=0 blocks"}},
      {"[TensorRT-LLM][INFO] Number of tokens per block: 32.", {"tokens_per_block=32 tokens"}},
      {"[TensorRT-LLM][INFO] Max KV cache pages per sequence: 65", {"=65 blocks"}},
      {"[TensorRT-LLM][INFO] Max KV cache blocks per sequence: 65 [window size=2049], tokens per block=32, "
       "primary "
       "blocks=13189, secondary blocks=0, max sequence length=2049",
       {"=65 blocks", "=2049 tokens", "tokens_per_block=32 tokens", "primary_blocks=13189 blocks",
        "secondary_blocks=0 blocks", "=2049 tokens"}},
      {"[TensorRT-LLM][INFO] Memory usage when calculating max tokens in paged kv cache: total: 31.84 GiB, "
       "available: "
       "17.83 GiB",
       {"=31.84 GiB", "=17.83 GiB"}},
      {"[12/20/2025-04:21:51] [TRT-LLM] [I] Estimated max memory in KV cache : 5.95 GiB",
       {"primary_pool_bytes=5.95 GiB"}},
      {"[TRT-LLM] [I] Peak memory during memory usage profiling (torch + non-torch): 113.65 GiB, available KV "
       "cache "
       "memory when calculating max tokens: 5.95 GiB, fraction is set 0.8999999761581421, kv size is 73728. "
       "device "
       "total memory 119.70 GiB, , tmp kv_mem 0.56 GiB",
       {"=113.65 GiB", "primary_pool_bytes=5.95 GiB", "estimated_bytes_per_token=73728 bytes", "=119.70 GiB"}},
      {"[TRT-LLM] [I] Required memory per sequence: 1572864 bytes", {"=1572864 bytes"}},
      {"[TRT-LLM] [I] Memory bytes in pool: 33554432", {"primary_pool_bytes=33554432 bytes"}},
      {"[TRT-LLM] [W] Attention window size 131072 exceeds upper bound 8224 for available blocks. Reducing to "
       "8224.",
       {"=131072 tokens", "window_upper_bound=8224 tokens"}},
      {"max_gpu_total_bytes is provided. New quota is 1.5GiB", {"quota_bytes=1.5GiB"}},
      {"[TRT-LLM] [W] Both free_gpu_memory_fraction and max_tokens are set (to 0.8999999761581421 and 86711, "
       "respectively). The smaller value will be used.",
       {}},
      {"[TRT-LLM] [W] Adjusted max_seq_len to 8224", {"=8224 tokens"}},
      {"AssertionError: Impossible to fit in any sequence in kvCache", {}},
  };
  for (const Read& row : rows) {
    CAPTURE(row.line);
    const auto reading = read_line(row.line);
    REQUIRE(reading.has_value());
    CHECK(reading->meaning.ends_with('.'));
    Lines found;
    for (const LogQuantity& quantity : reading->quantities) {
      found.push_back(quantity.name + "=" + quantity.printed);
    }
    CHECK(found == row.quantities);
  }
  CHECK_FALSE(read_line("").has_value());
  CHECK_FALSE(read_line("[MemUsageChange] Allocated 43.29 MB GPU memory for runtime buffers.").has_value());
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::logs_test
