#include "engine/transformers/reconciliation.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::reconciliation_test {

namespace {

// The bytes of a cause, found by the start of its text; 0 where there is none.
Wide cause(const Allocation& allocation, std::string_view start) {
  Wide out = 0;
  for (const EngineCause& each : allocation.causes) {
    out += each.what.starts_with(start) ? each.bytes.value : 0;
  }
  return out;
}

Allocation of(const std::string& id, std::string_view line) { return test::allocate(test::zoo_model(id), line); }

}  // namespace

// 52 layers of 16 heads of 128, key and value of a token 8192 bytes; window 1024.
TEST_CASE("sliding windows") {
  const Allocation decoded = of("gemma-3-27b", "-c 4096");
  CHECK(cause(decoded, "sliding windows keep one token less") == -52 * 8192);
  CHECK(cause(decoded, "their views keep the last concatenation") == 52 * 8192);
  CHECK(cause(decoded, "int64 lengths") == 52 * 8);
  CHECK(decoded.allocated == decoded.needed + Bytes{52 * 8});
  const Allocation prompt = of("gemma-3-27b", "-c 4096 --prefill 4096");
  CHECK(cause(prompt, "their views keep the whole prompt") == 52 * 8192 * (4096 - 1023));
}

TEST_CASE("static tensors, further sequences, ranks") {
  // 10 full layers of 8192 bytes a token; windows of 1024 are full in both.
  const Allocation fixed = of("gemma-3-27b", "-c 4096 --cache-implementation static --max-cache-len 8192");
  CHECK(cause(fixed, "static tensors") == 10 * 8192 * 4096);
  CHECK(cause(fixed, "int64 lengths") == 62 * 8);
  const Allocation beams = of("llama-3.1-8b", "-c 1000 -b 2 --num-beams 4");
  CHECK(beams.needed == Bytes{Wide{2} * 131072 * 1000});
  CHECK(cause(beams, "4 sequences for each prompt") == Wide{2} * 131072 * 1000 * 3);
  const Allocation ranks = of("llama-3.1-8b", "-c 1000 --tp 8");
  CHECK(cause(ranks, "heads divided over 8 ranks") == -131072 * 1000 / 8 * 7);
  CHECK(ranks.allocated == Bytes{131072 * 1000 / 8});
  CHECK(ranks.devices == 8);
}

// 61 layers; a latent of 576 and keys of 128 heads of 192 with values of 128, in 2 bytes.
TEST_CASE("latents expanded, index keys") {
  const Allocation sparse = of("deepseek-v3.2", "-c 100");
  CHECK(cause(sparse, "latents expanded") == Wide{61} * 100 * 2 * (128 * 320 - 576));
  CHECK(figure_named(sparse, "index_keys_bytes")->numerator == 61 * 100 * 128 * 2);
  CHECK(test::figure(sparse, "expanded_latent_layers") == 61);
  CHECK(test::figure(of("deepseek-v3", "-c 100"), "expanded_latent_layers") == 0);
  CHECK(of("deepseek-v3", "-c 100 --engine-version 5.15").allocated == Bytes{Wide{61} * 100 * 2 * 128 * 320});
}

TEST_CASE("states") {
  const Allocation gdn = of("qwen3-next-80b-a3b", "-c 100");
  CHECK(cause(gdn, "convolutions keep a column") == 36 * 8192 * 2);
  CHECK(gdn.causes.size() == 1);
  // 70 layers of 64 × 128 × 128 in bf16, not float32.
  const Allocation minimax = of("minimax-01", "-c 100");
  CHECK(cause(minimax, "states in another precision") == Wide{-70} * 64 * 128 * 128 * 2);
}

TEST_CASE("quantised: the residual and the packing") {
  // 32 layers, 2048 elements a token; 4 bits with scale and zero of 2 bytes for 64: 36 ÷ 64 byte an element.
  const Allocation quanto = of("llama-3.1-8b", "-c 300 --prefill 100 --cache-implementation quantized");
  CHECK(quanto.needed == Bytes{Wide{32} * 2048 * 300 * 36 / 64});
  CHECK(cause(quanto, "the last tokens in full precision") ==
        Wide{32} * 2048 * 72 * 2 - Wide{32} * 2048 * 72 * 36 / 64);
  CHECK(quanto.causes.size() == 1);
  // Ten rows of 3 bits to an int32: 3.2 bits and more, since the last row is padded.
  const Allocation hqq = of("llama-3.1-8b",
                            "-c 300 --prefill 300 --cache-implementation quantized --backend hqq "
                            "--nbits 3 --axis-key 1 --axis-value 1");
  // 4800 groups a tensor: 480 rows of 64 int32 and 2 × 4800 × 2 bytes.
  CHECK(hqq.allocated == Bytes{32 * 2 * (480 * 64 * 4 + 4800 * 4)});
  CHECK(cause(hqq, "packed by hqq") == hqq.allocated.value - hqq.needed.value);
}

TEST_CASE("DeepSeek-V4") {
  const Allocation flash = of("deepseek-v4-flash", "-c 1000");
  CHECK(cause(flash, "key and value are stored apart") == 2 * 128 * 512 * 2);
  // 21 CSA layers whose 4 waiting rows were just pooled: kv and gate of 1024 and of 256.
  CHECK(cause(flash, "buffers of waiting rows") == 21 * 4 * 2 * (1024 + 256) * 2);
}

}  // namespace kvtally::transformers::reconciliation_test
