#include <doctest/doctest.h>

#include "check/asking.hpp"

namespace kvtally::roofline_figures_test {

namespace {

using test::ask;

// A chip of 2307 TFLOP/s in bf16.
std::string on_chip(const std::string& what) { return ask(what + ", on: 'tpu-v7x:chip,bandwidth=7.37TB/s'"); }

TEST_CASE("a ridge is the peak of bf16 over the bandwidth of a memory") {
  CHECK(on_chip("figure: roofline.ridge_flop_per_byte") == "230700/737 FLOP/byte");
  CHECK(on_chip("figure: roofline.ridge_flop_per_byte, level: memory") == "230700/737 FLOP/byte");
  CHECK(ask("figure: roofline.ridge_flop_per_byte, on: tpu-v7x, level: vmem") ==
        "tpu-v7x: the bandwidth of its vmem is not published");
  CHECK(ask("figure: roofline.ridge_flop_per_byte, on: tpu-v7x, level: smem") ==
        "tpu-v7x: nothing is known of a memory 'smem'; known: memory, vmem");
  CHECK(ask("figure: roofline.ridge_flop_per_byte, on: apple-m5") == "no peak of apple-m5 for bf16 is published");
}

TEST_CASE("times to read caches, by part and by kind") {
  // 61 layers x 131,072 entries x 1152 bytes, and 61 x 2048 x 1152 with 61 x 131,072 x 256 of index keys
  CHECK(on_chip("figure: roofline.cache_seconds, model: deepseek-v3, context: 128K") == "0.00124975 seconds");
  CHECK(on_chip("figure: roofline.cache_seconds, model: deepseek-v3, context: 128K, batch: 8") ==
        "0.00999804 seconds");
  CHECK(on_chip("figure: roofline.entries_seconds, model: deepseek-v3.2, context: 128K") == "1.95274e-05 seconds");
  CHECK(on_chip("figure: roofline.indexer_seconds, model: deepseek-v3.2, context: 128K") == "0.000277723 seconds");
  CHECK(on_chip("figure: roofline.cache_seconds, model: deepseek-v3.2, context: 128K") == "0.000297251 seconds");
  CHECK(on_chip("figure: roofline.entries_seconds, model: deepseek-v3.2, context: 128K, kind: mla") ==
        "a step reads nothing of this sort");
  CHECK(on_chip("figure: roofline.indexer_seconds, model: llama-2-7b, context: 4K") ==
        "a step reads nothing of this sort");
}

TEST_CASE("attention's own intensity") {
  CHECK(ask("figure: roofline.intensity, model: llama-2-70b, context: 4K") == "8 FLOP/byte");
  CHECK(ask("figure: roofline.intensity, model: llama-2-70b, context: 4K, batch: 3") == "8 FLOP/byte");
  CHECK(ask("figure: roofline.intensity, model: deepseek-v3, context: 4K") == "2176/9 FLOP/byte");
  CHECK(ask("figure: roofline.intensity, model: deepseek-v4-pro, context: 128K, kind: csa") == "256 FLOP/byte");
  CHECK(ask("figure: roofline.intensity, model: rwkv-7, context: 4K") == "a step reads nothing of this sort");
}

TEST_CASE("what is refused") {
  CHECK(ask("figure: roofline.cache_seconds, model: llama-2-7b, context: 4K") == "the key 'on' is missing");
  CHECK(ask("figure: roofline.cache_seconds, model: llama-2-7b, context: 4K, on: h200-sxn") ==
        "unknown device 'h200-sxn'");
  CHECK(ask("figure: roofline.cache_seconds, context: 4K, on: h200-sxm") == "the key 'model' is missing");
  CHECK(ask("figure: roofline.cache_seconds, model: llama-2-7b, context: 4K, batch: 0, on: h200-sxm")
            .starts_with("batch is "));
}

}  // namespace

}  // namespace kvtally::roofline_figures_test
