#include "check/asking.hpp"

namespace kvtally::step_figures_test {

namespace {

using test::ask;

std::string on_chip(const std::string& what) { return ask(what + ", on: 'tpu-v7x:chip,bandwidth=7.37TB/s'"); }

TEST_CASE("times to read weights") {
  const std::string v3 = "figure: roofline.weight_seconds, model: deepseek-v3, context: 128K";
  CHECK(on_chip(v3 + ", active: 37B parameters, weight_dtype: all=fp8") == "0.00502035 seconds");
  // 36,625,618,432 parameters and a row of the embedding, 7168
  CHECK(on_chip(v3 + ", weight_dtype: all=bf16") == "0.00993911 seconds");
}

TEST_CASE("a decode step, as `kvtally roofline` has it") {
  const std::string rest = ", model: gemma-3-27b, context: 32K, on: h100-sxm";
  CHECK(ask("figure: roofline.total_seconds" + rest) == "0.0170566 seconds");
  CHECK(ask("figure: roofline.overlapped_seconds" + rest) == "0.0170566 seconds");
  CHECK(ask("figure: roofline.total_seconds, kv_dtype: fp8" + rest) != "0.0170566 seconds");
}

TEST_CASE("what a decode step reads, writes and computes") {
  const std::string llama = ", model: llama-2-7b, context: 4K, on: h100-sxm";
  // 6,738,415,616 parameters without the embedding of 32,000 x 4096, of which a row is read
  CHECK(ask("figure: roofline.weight_bytes" + llama) ==
        std::to_string(2 * (6738415616 - 31999 * 4096)) + " bytes");
  CHECK(ask("figure: roofline.cache_bytes" + llama) == "2147483648 bytes");
  CHECK(ask("figure: roofline.written_bytes" + llama) == "524288 bytes");
  CHECK(ask("figure: roofline.cache_bytes, batch: 3" + llama) == "6442450944 bytes");
  // a product with each weight but the norms' 65 x 4096, and 32 layers x 32 heads x 4096 positions x 256
  CHECK(ask("figure: roofline.flop" + llama) ==
        std::to_string(2 * (6738415616 - 32000 * 4096 - 65 * 4096 + 32L * 32 * 4096 * 256)) + " FLOP");
  CHECK(ask("figure: roofline.bound" + llama) == "memory");
  CHECK(ask("figure: roofline.intensity_flop_per_byte, kv_dtype: fp8" + llama) !=
        ask("figure: roofline.intensity_flop_per_byte" + llama));
}

TEST_CASE("a prefill") {
  const std::string llama = ", model: llama-2-7b, on: h100-sxm";
  const std::string one = ", prompt: 4K" + llama;
  CHECK(ask("figure: roofline.prefill.written_bytes" + one) == "2147483648 bytes");
  CHECK(ask("figure: roofline.prefill.cache_bytes" + one) == "0 bytes");
  // the second chunk reads what the first wrote
  CHECK(ask("figure: roofline.prefill.cache_bytes, chunk: 2K" + one) == "1073741824 bytes");
  CHECK(ask("figure: roofline.prefill.cache_bytes, prefix: 1K" + one) == "536870912 bytes");
  CHECK(ask("figure: roofline.prefill.bound" + one) == "compute");
  CHECK(ask("figure: roofline.prefill.bound, prompt: 1" + llama) == "memory");
  // a head of 32,000 x 4096 runs on the last position, or on all 4096
  CHECK(ask("figure: difference, of: {figure: roofline.prefill.flop, all_logits: true" + one +
            "}, less: {figure: roofline.prefill.flop" + one + "}") ==
        std::to_string(2L * 32000 * 4096 * 4095) + " FLOP");
  // 13.21 GB of weights at 3.35 TB/s
  CHECK(ask("figure: roofline.prefill.weight_seconds, prompt: 1" + llama) ==
        ask("figure: roofline.weight_seconds, context: 1" + llama));
}

TEST_CASE("what is refused") {
  const std::string v3 = "figure: roofline.weight_seconds, model: deepseek-v3, context: 128K";
  CHECK(on_chip(v3 + ", active: 37 bytes") == "active is 37 bytes");
  CHECK(on_chip(v3 + ", active: much") == "'much': it does not start with a digit");
  const std::string prefill = "figure: roofline.prefill.flop, model: llama-2-7b";
  CHECK(ask(prefill + ", on: h100-sxm") == "the key 'prompt' is missing");
  CHECK(ask(prefill + ", prompt: 4K") == "the key 'on' is missing");
  CHECK(ask(prefill + ", on: h100-sxm, prompt: 4K, chunk: few") ==
        "chunk is 'few': it does not start with a digit");
  CHECK(ask(prefill + ", on: h100-sxm, prompt: 1M, chunk: 1") == "there are more than 100000 chunks");
  CHECK(ask(prefill + ", on: h100-sxm, prompt: 4K, context: 4K") == "unknown key 'context'");
  CHECK(ask("figure: roofline.flop, model: bare, context: 4K, on: h100-sxm") ==
        "the size of the weights: missing weights; the size of the weights: no published number of parameters");
}

}  // namespace

}  // namespace kvtally::step_figures_test
