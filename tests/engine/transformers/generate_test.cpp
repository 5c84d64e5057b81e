#include "engine/transformers/generate.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::generate_test {

TEST_CASE("tensors by sort of layer, with the storage behind a view") {
  const Allocation gemma = test::allocate(test::zoo_model("gemma-3-27b"), "-c 4096 -b 2");
  REQUIRE(gemma.held.size() == 5);
  CHECK(gemma.held[0].name == "sliding_attention: keys");
  CHECK(gemma.held[0].shape == "[2, 16, 1023, 128], a view of [2, 16, 1024, 128]");
  CHECK(gemma.held[0].layers == 52);
  CHECK(gemma.held[0].bytes == Bytes{Wide{52} * 2 * 16 * 1024 * 128 * 2});
  CHECK(gemma.held[2].name == "sliding_attention: _sliding_window_tensor");
  CHECK(gemma.held[3].name == "full_attention: keys");
  CHECK(gemma.held[3].layers == 10);
}

TEST_CASE("figures of a cache") {
  const Allocation gemma = test::allocate(test::zoo_model("gemma-3-27b"), "-c 4096");
  CHECK(test::figure(gemma, "sliding_tokens_kept") == 1023);
  CHECK(test::figure(gemma, "sliding_tokens_held") == 1024);
  CHECK(test::figure(gemma, "kv_cache_bytes") == Wide{8192} * (10 * 4096 + 52 * 1024));
  CHECK(test::figure(gemma, "storage_bytes") == gemma.allocated.value);
  CHECK(test::figure(gemma, "update_copy_bytes") == 4096 * 4096);  // the keys of a full layer, once more
  CHECK(figure_named(gemma, "max_cache_len") == nullptr);
  const Allocation fixed = test::allocate(test::zoo_model("gemma-3-27b"), "-c 500 --cache-implementation static");
  CHECK(test::figure(fixed, "sliding_tokens_kept") == 500);
  CHECK(test::figure(fixed, "max_cache_len") == 500);
  const Allocation gdn = test::allocate(test::zoo_model("qwen3-next-80b-a3b"), "-c 9 --dtype f32");
  CHECK(test::figure(gdn, "conv_columns") == 4);
  CHECK(test::figure(gdn, "recurrent_element_bytes") == 4);
  const Allocation quantised =
      test::allocate(test::zoo_model("llama-3.1-8b"), "-c 300 --prefill 100 --cache-implementation quantized");
  CHECK(test::figure(quantised, "quantized_bits") == 4);
  CHECK(test::figure(quantised, "quantized_group_size") == 64);
  CHECK(test::figure(quantised, "residual_length") == 128);
}

TEST_CASE("encoder memory of the stated length") {
  const Model whisper = test::zoo_model("whisper-large-v3");
  // 32 layers of 20 heads of 64: 5120 bytes a position.
  CHECK(test::allocate(whisper, "-c 100").allocated == Bytes{Wide{32} * 5120 * (100 + 1500)});
  CHECK(test::allocate(whisper, "-c 100 --encoder-tokens 200").allocated == Bytes{Wide{32} * 5120 * 300});
  CHECK(test::allocate(whisper, "-c 100 --cache-implementation static").allocated ==
        Bytes{Wide{32} * 5120 * 1600 + 64 * 8});
}

TEST_CASE("layers that read another's memory hold nothing") {
  // Gemma 3n E4B: 35 layers, the last 15 share; 16 sliding ones and 4 full ones of 2 heads of 256 hold.
  const Allocation gemma = test::allocate(test::zoo_model("gemma-3n-e4b"), "-c 1000");
  CHECK(test::figure(gemma, "kv_cache_bytes") == Wide{2048} * (4 * 1000 + 16 * 512));
}

}  // namespace kvtally::transformers::generate_test
