#include "engine/sglang/logs.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::logs_test {

namespace {

std::vector<std::string> lines(const Model& model, const std::string& line) {
  std::vector<std::string> out;
  const auto reply = asking::asked(sglang_engine(), model, line);
  for (const EngineLogLine& printed : reply->log) {
    out.push_back(printed.text);
  }
  return out;
}
using Lines = std::vector<std::string>;

TEST_CASE("the lines that SGLang prints") {
  const Model qwen = asking::zoo_model("qwen3-235b-a22b");
  CHECK(lines(qwen, "-c 8192 --tp-size 4 --max-total-tokens 367404") ==
        Lines{"KV Cache is allocated. dtype: torch.bfloat16, #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB"});
  CHECK(lines(qwen, "-c 8192 --tp-size 4 --max-total-tokens 367404 --engine-version 0.5") ==
        Lines{"KV Cache is allocated. #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB"});
  CHECK(lines(qwen, "-c 8192").empty());
  CHECK(lines(asking::zoo_model("deepseek-v3"), "-c 8192 --max-total-tokens 524288 --kv-cache-dtype fp8") ==
        Lines{"KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 524288, KV size: 17.16 GB"});
  CHECK(lines(asking::zoo_model("gemma-4-31b"), "-c 8192 --max-total-tokens 262144") ==
        Lines{"Use sliding window memory pool. full_layer_tokens=262144, swa_layer_tokens=209715",
              "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 209715, K size: 80.00 GB, V size: 80.00 GB",
              "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 262144, K size: 10.00 GB, V size: 10.00 GB",
              "SWAKVPool mem usage: 180.00 GB, swa size: 209715, full size: 262144"});
  CHECK(
      lines(asking::zoo_model("qwen3-next-80b-a3b"),
            "-c 8192 --max-total-tokens 8192 --max-mamba-cache-size 48") ==
      Lines{"Mamba Cache is allocated. max_mamba_cache_size: 48, conv_state size: 0.08GB, ssm_state size: 3.45GB",
            "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 8192, K size: 0.09 GB, V size: 0.09 GB"});
  CHECK(lines(shapes::sliding(0, 2), "-c 64 --max-total-tokens 100").front() ==
        "Use sliding window memory pool (all SWA). swa_layer_tokens=100");
}

struct Read {
  std::string line;
  std::vector<std::string> quantities;  // name and what is printed
};
TEST_CASE("lines that are read") {
  const std::vector<Read> rows{
      {"[2026-02-09 03:51:05 TP0] KV Cache is allocated. #tokens: 20480, K size: 1.25 GB, V size: 1.25 GB",
       {"max_total_num_tokens=20480 tokens", "k_size_bytes=1.25 GB", "v_size_bytes=1.25 GB"}},
      {"KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 524288, KV size: 17.16 GB",
       {"max_total_num_tokens=524288 tokens", "kv_size_bytes=17.16 GB"}},
      {"Mamba Cache is allocated. max_mamba_cache_size: 22, conv_state size: 0.06GB, ssm_state size: 3.23GB "
       "intermediate_ssm_state_cache size: 2.25GB intermediate_conv_window_cache size: 0.02GB",
       {"max_mamba_cache_size=22 slots", "conv_state_bytes=0.06GB", "ssm_state_bytes=3.23GB", "=2.25GB",
        "=0.02GB"}},
      {"Use sliding window memory pool. full_layer_tokens=10, swa_layer_tokens=8",
       {"max_total_num_tokens=10 tokens", "swa_tokens=8 tokens"}},
      {"SWAKVPool mem usage: 4.20 GB, swa size: 8, full size: 10",
       {"rows_bytes=4.20 GB", "swa_tokens=8 tokens", "max_total_num_tokens=10 tokens"}},
      {"DSV4 pool sizes: full=24448, swa=19456, c4=6112, c128=191, c4_state=1216, c128_state=0",
       {"max_total_num_tokens=24448 tokens", "swa_tokens=19456 tokens", "c4_rows=6112 rows", "c128_rows=191 rows",
        "c4_state_rows=1216 rows"}},
      {"DSV4 memory calculation: bytes_per_full_token=3259.93, available_bytes=0.09 GB, c128_state_fixed=0.02 GB, "
       "full_token=24448",
       {"max_total_num_tokens=24448 tokens", "available_bytes=0.09 GB", "c128_state_bytes=0.02 GB"}},
      {"max_total_num_tokens=305, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=16, "
       "context_len=262144, available_gpu_mem=8.87 GB",
       {"max_total_num_tokens=305 tokens", "max_running_requests=16 requests", "context_tokens=262144 tokens",
        "=8.87 GB"}},
      {"Memory pool end. avail mem=58.18 GB", {"=58.18 GB"}},
      {"ValueError: SWA pool (100 tokens) cannot hold even one request: the prefill admission floor is "
       "sliding_window_size (128) + page_size (1). Increase ...",
       {"swa_tokens=100 tokens", "page_size=1 tokens"}},
      {"RuntimeError: SWA pool cap (104 tokens, 0.00 GiB) leaves no room for the full KV pool within ...",
       {"swa_tokens=104 tokens"}},
      {"RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.", {}},
      {"ValueError: Loaded weights leave no GPU memory for the KV cache under --mem-fraction-static=0.8.", {}},
      {"Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed max_mamba_cache_size=0",
       {"max_mamba_cache_size=0 slots"}},
      {"max_total_tokens=1000 is larger than the profiled value 305. Use the profiled value instead.",
       {"max_total_num_tokens=305 tokens"}},
  };
  for (const Read& row : rows) {
    CAPTURE(row.line);
    const auto reading = read_line(row.line);
    REQUIRE(reading.has_value());
    CHECK(reading->meaning.ends_with('.'));
    std::vector<std::string> found;
    for (const LogQuantity& quantity : reading->quantities) {
      found.push_back(quantity.name + "=" + quantity.printed);
    }
    CHECK(found == row.quantities);
  }
  CHECK_FALSE(read_line("").has_value());
  CHECK_FALSE(read_line("The server is fired up and ready to roll!").has_value());
  CHECK_FALSE(read_line("KV Cache is allocated.").has_value());
}

// What is printed is read again as what was computed.
TEST_CASE("its own lines are read, and their figures agree") {
  for (const auto* id : {"qwen3-next-80b-a3b", "gemma-4-31b", "deepseek-v3", "deepseek-v4-flash"}) {
    CAPTURE(id);
    const auto reply =
        asking::asked(sglang_engine(), asking::zoo_model(id), "-c 8192 -b 8 --available-memory 60GiB");
    REQUIRE(reply.has_value());
    for (const EngineLogLine& printed : reply->log) {
      CHECK(read_line(printed.text).has_value());
    }
    const auto last = read_line(reply->log.back().text);
    for (const LogQuantity& quantity : last->quantities) {
      CAPTURE(quantity.name);
      const EngineFigure* figure = figure_named(*reply, quantity.name);
      REQUIRE(figure != nullptr);
      const Wide off = figure->numerator * quantity.denominator - quantity.numerator * figure->denominator;
      CHECK(2 * (off < 0 ? -off : off) <= quantity.last_digit);
    }
  }
}

}  // namespace

}  // namespace kvtally::sglang::logs_test
