#include "engine/sglang/sglang.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::sglang_test {

namespace {

using asking::KnownCase;
using asking::model_with;
using shapes::base;
using shapes::compressed;
using shapes::latent;
using shapes::sliding;
using shapes::sparse;

const std::vector<KnownCase>& sizes() {
  static const std::vector<KnownCase> cases{
      // What SGLang's own tests assert.
      {"cell", base(), "-c 64 --max-total-tokens 1000", {{"cell_size_bytes", 32768}}},
      {"max_tokens 1000",
       base(),
       "-c 64 --max-total-tokens 1000 --page-size 128",
       {{"max_total_num_tokens", 896}}},
      {"ratio 0.5",
       sliding(16, 16),
       "-c 64 --max-total-tokens 200 --swa-full-tokens-ratio 0.5",
       {{"max_total_num_tokens", 200}, {"swa_tokens", 100}}},
      {"all sliding",
       sliding(0, 32),
       "-c 64 --max-total-tokens 500",
       {{"max_total_num_tokens", 500}, {"swa_tokens", 500}, {"cell_size_bytes", 32768}}},
      // Worked examples 1 to 6.
      {"base",
       base(),
       "-c 64 --available-memory 10000000B",
       {{"max_total_num_tokens", 305}, {"kv_cache_bytes", 10027008}}},
      {"page 128",
       base(),
       "-c 64 --available-memory 10000000B --page-size 128",
       {{"max_total_num_tokens", 256}, {"kv_cache_bytes", 12582912}}},
      {"16 + 16, ratio 0.5",
       sliding(16, 16),
       "-c 64 --available-memory 10000000B --swa-full-tokens-ratio 0.5",
       {{"cell_size_bytes", 24576},
        {"max_total_num_tokens", 406},
        {"swa_tokens", 203},
        {"kv_cache_bytes", 9977856 + 32 * 1024}}},
      {"24 + 8, ratio 0.5",
       sliding(24, 8),
       "-c 64 --available-memory 10000000B --swa-full-tokens-ratio 0.5",
       {{"cell_size_bytes", 28672}, {"max_total_num_tokens", 348}, {"swa_tokens", 174}}},
      {"ratio 0.25",
       sliding(16, 16),
       "-c 64 --available-memory 10000000B --swa-full-tokens-ratio 0.25",
       {{"max_total_num_tokens", 488}, {"swa_tokens", 122}}},
      {"ratio 1",
       sliding(16, 16),
       "-c 64 --available-memory 10000000B --swa-full-tokens-ratio 1.0",
       {{"max_total_num_tokens", 305}, {"swa_tokens", 305}}},
      {"EAGLE",
       base(),
       "-c 64 --available-memory 10000000B --speculative-algorithm EAGLE --draft-layers 4",
       {{"cell_size_bytes", 36864}, {"max_total_num_tokens", 271}}},
      {"DFLASH",
       base(),
       "-c 64 --max-total-tokens 100 --speculative-algorithm DFLASH --draft-layers 5 --draft-kv-heads 4 "
       "--draft-head-dim 128",
       {{"cell_size_bytes", 32768 + 10240}}},
      {"DFLASH on two ranks of a context",
       base(),
       "-c 64 --max-total-tokens 100 --speculative-algorithm DFLASH --draft-layers 5 --draft-kv-heads 4 "
       "--draft-head-dim 128 --tp-size 2 --dcp-size 2",
       {{"cell_size_bytes", 32768 + 2 * 10240}}},
      {"latents",
       model_with({{full_attention(latent()), 2}}),
       "-c 64 --max-total-tokens 1000 --page-size 64",
       {{"max_total_num_tokens", 960}, {"kv_size_bytes", 2359296}, {"kv_cache_bytes", 2359296}}},
      {"sparse latents in fp8",
       model_with({{sparse(false), 2}}),
       "-c 64 --max-total-tokens 1000 --kv-cache-dtype fp8_e4m3",
       {{"max_total_num_tokens", 960},
        {"kv_size_bytes", 1343488},
        {"index_size_bytes", 270336},
        {"kv_cache_bytes", 1613824}}},
  };
  return cases;
}

const std::vector<KnownCase>& cells() {
  const auto two = model_with({{sparse(false), 2}});
  const std::string fp8 = "-c 64 --max-total-tokens 1000 --kv-cache-dtype fp8_e4m3";
  const std::string plain = fp8 + " --dsa-decode-backend trtllm";
  const auto six = model_with({{sparse(false), 2}, {sparse(true), 4}});
  static const std::vector<KnownCase> cases{
      {"fp8, plain rows", two, plain, {{"cell_size_bytes", (576 + 132) * 2}}},
      {"fp8, packed rows", two, fp8, {{"cell_size_bytes", 1576}}},
      {"bf16", two, "-c 64 --max-total-tokens 1000", {{"cell_size_bytes", 2568}}},
      {"ratio 2", two, fp8 + " --hisparse-host-to-device-ratio 2", {{"cell_size_bytes", 1840}}},
      {"ratio 4", two, fp8 + " --hisparse-host-to-device-ratio 4", {{"cell_size_bytes", 2368}}},
      {"78 layers, 21 indexers, one draft layer",
       asking::zoo_model("glm-5.2"),
       plain + " --speculative-algorithm EAGLE --draft-layers 1",
       {{"cell_size_bytes", 48408}}},
      {"hierarchical cache", six, plain + " --enable-hierarchical-cache", {{"cell_size_bytes", 708 * 6}}},
      {"prefill server", six, plain + " --disaggregation-mode prefill", {{"cell_size_bytes", 708 * 6}}},
      {"shared choices elided", six, plain, {{"cell_size_bytes", 576 * 6 + 132 * 2}}},
      // Published: gemma-4-31B, ratio 0.8.
      {"10 × 8192 + 0.8 × 50 × 16384",
       asking::zoo_model("gemma-4-31b"),
       "-c 8192 --max-total-tokens 8192",
       {{"cell_size_bytes", 737280}}},
      // 4 heads × 128 ÷ 2 × 32, scales 4 × 64 × 2 ÷ 16 × 32, and one layer's rows in fp8.
      {"fp4",
       base(),
       "-c 64 --max-total-tokens 100 --kv-cache-dtype fp4_e2m1",
       {{"cell_size_bytes", 8192 + 1024 + 512}, {"kv_cache_bytes", 101 * (8192 + 1024 + 512)}}},
      {"mxfp8",
       base(),
       "-c 64 --max-total-tokens 100 --kv-cache-dtype mxfp8",
       {{"cell_size_bytes", 16384 + 512}, {"kv_cache_bytes", 101 * (16384 + 512)}}},
  };
  return cases;
}

// The sliding pool sized by requests, window, page and chunk; the full one takes the rest.
const std::vector<KnownCase>& caps() {
  const auto layers = [](std::int64_t window) { return sliding(1, 1, window); };
  const std::string drafts =
      " --speculative-algorithm DFLASH --draft-layers 1 --draft-kv-heads 1 --draft-head-dim 64 "
      "--speculative-num-steps 3 --speculative-eagle-topk 2 --speculative-num-draft-tokens 5";
  const std::string common = "-c 64 --disable-radix-cache --swa-eviction-interval 4 --available-memory ";
  static const std::vector<KnownCase> cases{
      {"drafts without overlap",
       layers(8),
       common + "1000000B --page-size 4 -b 2 --chunked-prefill-size 4 --disable-overlap-schedule" + drafts,
       {{"swa_tokens", 104}, {"max_total_num_tokens", 872}}},
      {"drafts with overlap",
       layers(8),
       common + "1000000B -b 2 --chunked-prefill-size 4" + drafts,
       {{"swa_tokens", 91}, {"max_total_num_tokens", 885}}},
      {"decode",
       layers(4),
       common + "1000000B -b 10 --chunked-prefill-size 1000 --disaggregation-mode decode",
       {{"swa_tokens", 100}, {"max_total_num_tokens", 876}}},
      {"prefill",
       layers(8),
       common + "1000000B --page-size 4 -b 2 --chunked-prefill-size 16",
       {{"swa_tokens", 76}, {"max_total_num_tokens", 900}}},
      {"decode with extra slots",
       layers(4),
       common + "2000000B -b 10 --chunked-prefill-size 1000 --disaggregation-mode decode "
                "--disaggregation-decode-extra-slots 2",
       {{"swa_tokens", 110}, {"max_total_num_tokens", 1843}}},
  };
  return cases;
}

const std::vector<KnownCase>& others() {
  static const std::vector<KnownCase> cases{
      {"states",
       model_with({{full_attention(shapes::base_heads()), 1}, {shapes::state(), 3}}),
       "-c 64 --available-memory 10000000B",
       {{"mamba_slot_bytes", 407040},
        {"max_mamba_cache_size", 10},
        {"conv_state_bytes", 11 * 13824},
        {"ssm_state_bytes", 4477440 - 11 * 13824}}},
      {"DeepSeek-V4",
       compressed({4, 128, 4, 128}),
       "-c 64 --available-memory 100000000B -b 16 --page-size 128",
       {{"bytes_per_full_token", 3259925, 1000},
        {"c128_state_bytes", 19922944},
        {"max_total_num_tokens", 24448},
        {"swa_tokens", 19456},
        {"c4_rows", 6112},
        {"c128_rows", 191},
        {"c4_state_rows", 1216}}},
      // Published: Qwen3-235B on four devices prints K size 8.23 GB, which is GiB.
      {"Qwen3-235B",
       asking::zoo_model("qwen3-235b-a22b"),
       "-c 8192 --tp-size 4 --max-total-tokens 367404",
       {{"k_size_bytes", Wide{367405} * 94 * 128 * 2}}},
  };
  return cases;
}

TEST_CASE("every figure of SGLang's worked examples and tests") {
  const Engine engine = sglang_engine();
  int figures = 0;
  for (const auto* cases : {&sizes(), &cells(), &caps(), &others()}) {
    figures += asking::check_cases(engine, *cases);
  }
  MESSAGE("sglang: " << figures << " figures of engines.md");
  CHECK(figures == 69);
}

}  // namespace

}  // namespace kvtally::sglang::sglang_test
