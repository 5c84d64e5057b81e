#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "report/explain_shapes.hpp"

namespace kvtally::explain_walk_test {

namespace {

const Memory kMemory = key_value_memory({8, 2, 64, 48});

ShapeRow row_of(const Layer& layer, const std::string& walk, const std::string& tensor) {
  for (const ShapeWalk& each : walks_of(layer, "512")) {
    for (const ShapeRow& row : each.rows) {
      if (each.title == walk && row.tensor == tensor) {
        return row;
      }
    }
  }
  return {};
}

TEST_CASE("grouped heads: keys and values have their own number and widths") {
  const Layer layer = full_attention(kMemory);
  CHECK(row_of(layer, "cache", "K").decode == "[B, 2, S + 1, 64]");
  CHECK(row_of(layer, "cache", "K").how == "2 heads of 64, each for 4 query heads; kept");
  CHECK(row_of(layer, "cache", "V").decode == "[B, 2, S + 1, 48]");
  CHECK(row_of(layer, "cache", "o").decode == "[B, 8, 1, 48]");
  CHECK(row_of(layer, "cache", "joined").prefill == "[B, S, 384]");
}

TEST_CASE("windows, pools and choices change the cached and the scored length") {
  const Layer window = sliding_attention(kMemory, 128);
  CHECK(row_of(window, "cache", "K").decode == "[B, 2, min(S + 1, 128), 64]");
  CHECK(row_of(window, "cache", "z").decode == "[B, 8, 1, min(S + 1, 128)]");
  CHECK(row_of(window, "cache", "z").prefill == "[B, 8, S, S]");
  const Layer csa = compressed_sparse_attention({8, 64}, {16, 4, {4, 32}, 512});
  CHECK(row_of(csa, "pooled", "K = V").decode == "[B, 1, ⌊(S + 1) ÷ 4⌋, 64]");
  CHECK(row_of(csa, "pooled", "z").decode == "[B, 8, 1, min(⌊(S + 1) ÷ 4⌋, 512)]");
  CHECK(row_of(csa, "index", "k index").prefill == "[B, ⌊S ÷ 4⌋, 32]");
  CHECK(row_of(csa, "pooled", "K = V").how == "1 head of 64 for all 8 query heads, pooled; kept");
  CHECK(row_of(csa, "pooled", "waiting").decode == "[B, (S + 1) mod 4, 256]");
  CHECK(row_of(csa, "pooled", "again").prefill == "[B, 4, 128]");
  CHECK(row_of(csa, "index", "waiting index").prefill == "[B, S mod 4, 128]");
  CHECK(row_of(minimax_sparse_attention(kMemory, {{4, 32}, 3, 5}), "cache", "z").decode == "[B, 8, 1, chosen]");
}

TEST_CASE("a latent is expanded in prefill and absorbed in decode, with or without rotary dimensions") {
  const Layer layer = full_attention(latent_memory({16, 512, 64, 128, 128}));
  CHECK(row_of(layer, "cache", "K").prefill == "[B, 16, S, 192]");
  CHECK(row_of(layer, "cache", "K").decode.empty());
  CHECK(row_of(layer, "cache", "q absorbed").decode == "[B, 16, 1, 576]");
  CHECK(row_of(layer, "cache", "q").how == "x projected to 16 heads of 128 + 64 rotated");
  const Layer plain = full_attention(latent_memory({16, 512, 0, 128, 128}));
  CHECK(row_of(plain, "cache", "q").how == "x projected to 16 heads of 128");
  CHECK(row_of(plain, "cache", "k rotary").tensor.empty());
}

TEST_CASE("states keep their shapes, and shared caches are another layer's") {
  const Layer gdn = state_layer(gated_delta_state({16, 32, 128, 128, 4}));
  CHECK(row_of(gdn, "state", "matrix").prefill == "[B, 32, 128, 128]");
  CHECK(row_of(gdn, "state", "convolution").decode == "[B, 8192, 3]");
  Layer shared = full_attention(kMemory);
  shared.sharing.owner = Sharing::Owner::layer_before;
  CHECK(row_of(shared, "cache", "K").cached == "kept by a layer before");
  CHECK(row_of(cross_attention(kMemory, 1500), "encoder", "K").decode == "[B, 2, 1500, 64]");
  CHECK(walks_of(feed_forward_layer("mlp"), "512").empty());
}

}  // namespace

}  // namespace kvtally::explain_walk_test
