#include "engine/tensorrt_llm/sizes.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::sizes_test {

namespace {

Wide figure(const Model& model, const std::string& line, std::string_view name) {
  const auto reply = asking::asked(tensorrt_llm_engine(), model, line);
  const EngineFigure* found = reply ? figure_named(*reply, name) : nullptr;
  return found == nullptr ? Wide{-1} : found->numerator;
}
std::string refusal(const Model& model, const std::string& line) {
  return asking::asked(tensorrt_llm_engine(), model, line)->refusal;
}

TEST_CASE("blocks are rounded down, by the C++ runtime up") {
  CHECK(figure(shapes::eight_heads(), "-c 64 --max_tokens 1000", "primary_blocks") == 31);
  CHECK(figure(shapes::eight_heads(), "-c 64 --max_tokens 1000 --engine-version 1.1", "primary_blocks") == 32);
  // 1 GiB × 0.9 ÷ 16384 bytes = 58982.4 tokens
  const std::string memory = "-c 64 --available-memory 1GiB";
  CHECK(figure(shapes::eight_heads(), memory, "primary_blocks") == 1843);
  CHECK(figure(shapes::eight_heads(), memory + " --engine-version 1.1", "primary_blocks") == 1844);
  CHECK(figure(shapes::eight_heads(), memory + " --max_tokens 1000", "primary_blocks") == 31);
  CHECK(figure(shapes::eight_heads(), memory + " --host_cache_size 1MiB", "secondary_blocks") == 2);
  CHECK(figure(shapes::eight_heads(), "-c 64", "primary_blocks") == -1);
}

// Three ranks: 3 heads of 128 are allocated, 341 elements are estimated: more blocks than the budget holds.
TEST_CASE("a measured budget is divided by the estimate") {
  const std::string measured = "-c 64 --tp_size 3 --total-memory 2GiB --peak-memory 1GiB";
  CHECK(figure(shapes::eight_heads(), measured, "primary_blocks") == 966367641 / (2 * 4 * 341 * 2) / 32);
  CHECK(figure(shapes::eight_heads(), "-c 64 --tp_size 3 --available-memory 1GiB", "primary_blocks") ==
        966367641 / (2 * 4 * 384 * 2) / 32);
}

TEST_CASE("states come first, then blocks; slots beside") {
  const Model model =
      asking::model_with({{full_attention(key_value_memory({8, 8, 64, 64})), 1}, {shapes::small_state(), 3}});
  // (90,000,000 − 4 × 210432) ÷ 2048
  const std::string memory = "-c 64 -b 4 --available-memory 100MB";
  CHECK(figure(model, memory, "primary_blocks") == (90000000 - 4 * 210432) / 2048 / 32);
  const auto reply = asking::asked(tensorrt_llm_engine(), model, memory + " --max_draft_len 2");
  CHECK(reply->held.back().bytes == Bytes{Wide{4 + 1 + 2} * 210432});
  const auto kept =
      asking::asked(tensorrt_llm_engine(), model, "-c 64 -b 4 --max_tokens 6400 --mamba_state_cache_interval 64");
  CHECK(kept->held.back().bytes == Bytes{Wide{4 + 1 + 100} * 210432});
}

TEST_CASE("windows share the bytes, equally or as they are told") {
  const std::string two = "-c 128 --max_attention_window 64,128 --max_gpu_total_bytes 32MiB";
  // 2 layers of 4096 bytes each: 16 MiB ÷ 8192 ÷ 32
  CHECK(figure(shapes::eight_heads(), two, "primary_blocks_window_64") == 64);
  CHECK(figure(shapes::eight_heads(), two + " --window_size_shares 0.25,0.75", "primary_blocks_window_64") == 32);
  CHECK(figure(shapes::eight_heads(), two + " --window_size_shares 0.25,0.75", "primary_blocks_window_128") == 96);
  CHECK(refusal(shapes::eight_heads(), two + " --window_size_shares 1.0") ==
        "Number of shares in TRTLLM_WINDOW_SIZE_SHARES must match number of window sizes");
}

TEST_CASE("a manager that counts bytes") {
  const std::string v2 = "-c 4096 --use_kv_cache_manager_v2 --max_attention_window 100,4096 ";
  CHECK(figure(shapes::eight_heads(), v2, "bytes_per_token") == 2 * 4096);
  CHECK(figure(shapes::eight_heads(), v2, "bytes_per_request") == 2 * 4096 * 128);
  // (8192 × 1000 + 1048576) ÷ 0.95
  CHECK(figure(shapes::eight_heads(), v2 + "--max_tokens 1000", "quota_bytes") == 9726923);
  CHECK(figure(shapes::eight_heads(), v2 + "--max_gpu_total_bytes 1MiB", "quota_bytes") == 1048576);
  CHECK(figure(shapes::eight_heads(), v2 + "--available-memory 10MB", "quota_bytes") == 9000000);
}

// Of 10 GiB, half of it over 2 ranks; four fifths of what may be locked.
TEST_CASE("the host tier of the manager that counts bytes") {
  const std::string v2 = "-c 4096 --tp 2 --use_kv_cache_manager_v2 --max_gpu_total_bytes 4GiB --host-memory ";
  CHECK(figure(shapes::eight_heads(), v2 + "10GiB", "host_tier_bytes") == (Wide{5} << 30) / 2);
  CHECK(figure(shapes::eight_heads(), v2 + "100GiB", "host_tier_bytes") == Wide{4} << 30);
  CHECK(figure(shapes::eight_heads(), v2 + "10GiB --memlock 1GiB", "host_tier_bytes") == 858993459);
}

// Three drafted tokens: two layers more, and windows longer by three.
TEST_CASE("DeepSeek-V4's draft layers are like its last") {
  const Model model = asking::model_with({{shapes::hundred_to_one(), 1}});
  const std::string line = "-c 4096 --max_draft_len 3";
  CHECK(figure(model, line, "bytes_per_token") == 3 * 8);
  CHECK(figure(model, line, "bytes_per_request") == 3 * (256 * 1024 + 256 * 2 * 2048));
  const auto reply = asking::asked(tensorrt_llm_engine(), model, line);
  const auto drafts = std::ranges::find(reply->causes, "draft layers like the last", &EngineCause::what);
  REQUIRE(drafts != reply->causes.end());
  CHECK(drafts->bytes.value == 2 * (4096 * 8 + 3 * 128 * (1024 + 2 * 2048)));
}

TEST_CASE("no block fits") {
  CHECK(refusal(shapes::eight_heads(), "-c 64 --available-memory 100KiB") ==
        "Impossible to fit in any sequence in kvCache");
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::sizes_test
