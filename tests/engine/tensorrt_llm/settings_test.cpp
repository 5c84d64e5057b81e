#include "engine/tensorrt_llm/settings.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::tensorrt_llm::settings_test {

namespace {

Expected<Settings> settings(const std::string& line) {
  const auto texts = read_flags(flags(), line);
  return texts ? read_settings(*texts) : std::unexpected(texts.error());
}
std::string refusal(const std::string& line) {
  const auto reply = settings(line);
  return reply ? "read" : render(reply.error());
}

TEST_CASE("what nothing is said about, and what is") {
  const Settings plain = settings("").value();
  CHECK(plain.version == "2026");
  CHECK_FALSE(plain.older);
  CHECK(plain.devices() == 1);
  CHECK(plain.format_name == "bf16");
  CHECK(plain.reuse);
  CHECK(plain.state_bytes == 2);
  CHECK_FALSE(memory_budget(plain).has_value());
  const Settings said = settings(
                            "--tp 8 --pp 2 --enable_attention_dp --kv_cache_dtype fp8_e4m3 "
                            "--max_attention_window 512,512,32768 --window_size_shares 0.4,0.6 "
                            "--mamba_ssm_cache_dtype float32 --enable_block_reuse false --engine-version 1.1")
                            .value();
  CHECK(said.devices() == 16);
  CHECK(said.attention_tp() == 1);
  CHECK(said.attention_ranks() == 8);
  CHECK(said.format == CacheFormat::fp8);
  CHECK(said.windows == std::vector<std::int64_t>{512, 512, 32768});
  CHECK(said.shares.size() == 2);
  CHECK(value_of(said.shares[1]) == 0.6);
  CHECK(said.state_bytes == 4);
  CHECK_FALSE(said.reuse);
  CHECK(said.older);
}

TEST_CASE("the budget: free memory and its fraction, or the bytes") {
  const auto budget = [](const std::string& line) { return memory_budget(settings(line).value()); };
  CHECK(budget("--available-memory 1GiB") == Bytes{966367641});
  CHECK(budget("--available-memory 1GiB --free_gpu_memory_fraction 0.5") == Bytes{536870912});
  CHECK(budget("--max_gpu_total_bytes 1MiB") == Bytes{1048576});
  CHECK(budget("--available-memory 1GiB --max_gpu_total_bytes 1MiB") == Bytes{1048576});
  // (80 − 70 + 1) GiB × 0.9
  CHECK(budget("--total-memory 80GiB --peak-memory 70GiB --profiled-cache 1GiB") == Bytes{10630044057});
  CHECK(budget("--total-memory 80GiB --peak-memory 90GiB") == Bytes{0});
}

TEST_CASE("all that is wrong, at once") {
  CHECK(refusal("--max_attention_window 512,x --window_size_shares 0.4,2 --kv_cache_dtype int8") ==
        "--kv_cache_dtype: 'int8' is unknown; expected one of auto, bf16, bfloat16, f16, float16, fp8, fp8_e4m3, "
        "nvfp4\n"
        "--max_attention_window: 'x' is not a number from 1 to 1099511627775\n"
        "--window_size_shares: '2' is not a fraction above 0 and at most 1; expected such as 0.4,0.6\n");
  CHECK(refusal("--peak-memory 1GiB") == "--peak-memory: --total-memory and --peak-memory are stated together\n");
  CHECK(refusal("--total-memory 2GiB --peak-memory 1GiB --available-memory 1GiB") ==
        "--total-memory: --available-memory says already what is free\n");
  CHECK(refusal("--compress_ratios 1,3") == "--compress_ratios: '3' is not a number from 0 to 2\n");
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::settings_test
