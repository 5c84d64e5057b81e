#include "engine/sglang/settings.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::sglang::settings_test {

namespace {

Expected<Settings> settings(const std::string& line) {
  const auto texts = read_flags(flags(), line);
  return texts ? read_settings(*texts) : std::unexpected(texts.error());
}

std::string refusal(const std::string& line) {
  const auto reply = settings(line);
  return reply ? "read" : render(reply.error());
}

TEST_CASE("what nothing is said about") {
  const Settings plain = settings("").value();
  CHECK(plain.version == "2026-08");
  CHECK_FALSE(plain.older);
  CHECK(plain.devices() == 1);
  CHECK(plain.torch_dtype == "torch.bfloat16");
  CHECK(plain.swa_ratio.numerator * 10 == plain.swa_ratio.denominator * 8);
  CHECK(plain.states.memory_ratio == 0.9);
  CHECK(plain.states.bytes == 4);
  CHECK(plain.eviction_interval == 128);
  CHECK(plain.packed_rows);
  CHECK_FALSE(plain.available.has_value());
}

TEST_CASE("ranks of an attention group") {
  const Settings inside = settings("--tp 16 --dp 4 --enable-dp-attention --pp 2 --dcp-size 2").value();
  CHECK(inside.attention_tp() == 4);
  CHECK(inside.attention_dp() == 4);
  CHECK(inside.devices() == 32);
  const Settings beside = settings("--tp 16 --dp 4").value();
  CHECK(beside.attention_tp() == 16);
  CHECK(beside.attention_dp() == 1);
  CHECK(beside.devices() == 64);
}

TEST_CASE("formats as the log names them, and states of 16 bits") {
  CHECK(settings("--kv-dtype fp8").value().torch_dtype == "torch.float8_e4m3fn");
  CHECK(settings("--kv-cache-dtype fp8_e5m2").value().format == CacheFormat::fp8);
  CHECK(settings("--kv-cache-dtype fp4_e2m1").value().format == CacheFormat::fp4);
  CHECK(settings("--mamba-ssm-dtype bfloat16").value().states.bytes == 2);
  CHECK(settings("--chunked-prefill-size -1").value().chunk == 0);
  CHECK(settings("--mamba-full-memory-ratio 2.5").value().states.memory_ratio == 2.5);
  CHECK(settings("--engine-version 0.5").value().older);
}

TEST_CASE("all that is wrong, at once") {
  CHECK(
      refusal("--tp-size 6 --dp-size 4 --enable-dp-attention --kv-cache-dtype q8_0 --mamba-full-memory-ratio 0") ==
      "--dp-size: with --enable-dp-attention it divides --tp-size\n"
      "--kv-cache-dtype: 'q8_0' is no format of SGLang's pools; expected auto, bf16, f16, fp8_e4m3, fp8_e5m2, "
      "fp4_e2m1 or mxfp8\n"
      "--mamba-full-memory-ratio: '0' is no ratio above 0 and at most 1000; expected such as 0.9\n");
  CHECK(refusal("--dcp-size 3 --tp-size 4") == "--dcp-size: it divides the ranks of one attention group\n");
  CHECK(refusal("--free-after-load 10GiB") == "--free-after-load: --gpu-memory is needed beside it\n");
  CHECK(refusal("--speculative-algorithm DFLASH") ==
        "--speculative-algorithm: DFLASH needs --draft-layers, --draft-kv-heads and --draft-head-dim\n");
  CHECK(refusal("--max-running-requests 0") == "--max-running-requests: '0' is not a number from 1 to 16777215\n");
  CHECK(refusal("--available-memory 10") != "read");
  CHECK(refusal("--swa-full-tokens-ratio 1.5") ==
        "--swa-full-tokens-ratio: '1.5' is not a fraction above 0 and at most 1; expected such as 0.92\n");
}

// 80 GiB: 512 + 1.5 × 8192 + 8 ÷ 8 × 1024 + 2 × 256 = 14336 MiB of 81920: 0.825. A chunk of 2048 at least; 10 GiB
// at least above 60 GiB: 0.875; none left below.
TEST_CASE("the default of --mem-fraction-static") {
  const Bytes gpu{Wide{80} << 30};
  CHECK(default_mem_fraction_per_mille(
            settings("--tp-size 8 --chunked-prefill-size 8192 --cuda-graph-max-bs 256").value(), gpu) == 825);
  CHECK(default_mem_fraction_per_mille(settings("").value(), gpu) == 875);
  // (24576 − 512 − 3072 − 128) ÷ 24576
  CHECK(default_mem_fraction_per_mille(settings("").value(), Bytes{Wide{24} << 30}) == 849);
  CHECK(default_mem_fraction_per_mille(settings("").value(), Bytes{Wide{3} << 30}) == 0);
}

}  // namespace

}  // namespace kvtally::sglang::settings_test
