#include "engine/transformers/offloading.hpp"

#include <string>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::offloading_test {

TEST_CASE("a DynamicCache moves every attention layer, a StaticCache those that do not slide") {
  // Llama 3.1 8B: 32 layers of 4096 bytes a token.
  const Allocation dynamic =
      test::allocate(test::zoo_model("llama-3.1-8b"), "-c 1000 --cache-implementation offloaded");
  CHECK(dynamic.allocated == Bytes{2 * 4096 * 1000});
  CHECK(test::figure(dynamic, "cpu_bytes") == 30 * 4096 * 1000);
  CHECK(dynamic.causes.back().bytes == Bytes{-30 * 4096 * 1000});

  // Gemma 3 27B: 10 full layers, 52 of a window of 1024, 8192 bytes a token.
  const Model gemma = test::zoo_model("gemma-3-27b");
  const Allocation fixed = test::allocate(gemma, "-c 4096 --cache-implementation offloaded_static");
  CHECK(fixed.allocated == Bytes{Wide{8192} * (2 * 4096 + 52 * 1024) + 62 * 8});
  // All layers move: two full ones follow no other, a full one and a sliding one do.
  const Allocation all = test::allocate(gemma, "-c 4096 --cache-implementation offloaded");
  CHECK(all.allocated == Bytes{Wide{8192} * (4096 + 1024) + 52 * 8});
  const Allocation some =
      test::allocate(gemma, "-c 4096 --cache-implementation offloaded --offload-only-non-sliding");
  CHECK(some.allocated == Bytes{Wide{8192} * (2 * 4096 + 52 * 1024) + 52 * 8});
}

TEST_CASE("states stay, index keys of MiniMax M3 too") {
  const Model gdn = test::zoo_model("qwen3-next-80b-a3b");
  const Allocation hybrid = test::allocate(gdn, "-c 1000 --cache-implementation offloaded");
  CHECK(hybrid.allocated == Bytes{36 * (8192 * 4 * 2 + 32 * 128 * 128 * 4) + 2 * 2048 * 1000});
  const Allocation sparse =
      test::allocate(test::zoo_model("minimax-m3"), "-c 1000 --cache-implementation offloaded");
  CHECK(sparse.allocated == Bytes{57 * 256 * 1000 + 2 * 2048 * 1000});
}

TEST_CASE("one layer has no next one") {
  const Model one = test::small_model("num_hidden_layers: 1\nlayer_types: full_attention\n");
  CHECK(test::allocate(one, "-c 10 --cache-implementation offloaded").allocated == Bytes{640});
}

}  // namespace kvtally::transformers::offloading_test
