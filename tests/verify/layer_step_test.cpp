#include "verify/layer_step.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally {

namespace {

using reference::Kept;
using reference::Work;

TEST_CASE("the step of a sliding layer, by hand") {
  // 4 query heads on 2 key heads, keys of 8 and values of 4 in bf16: an entry has 2 × (8 + 4) × 2 = 48 bytes
  const Layer layer = sliding_attention(key_value_memory({4, 2, 8, 4}), 5);
  const auto step = run_step(layer, 9);
  REQUIRE(step.has_value());
  CHECK(step->footprint.stored == Bytes{5 * 48});
  CHECK(step->footprint.carried == Bytes{4 * 48});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{5 * 48});
  CHECK(step->counts.written_of(Kept::entries) == Bytes{48});
  CHECK(step->counts.useful_of(Work::scores) == MultiplyAdds{4 * 8 * 5});
  CHECK(step->counts.useful_of(Work::values) == MultiplyAdds{4 * 4 * 5});
}

TEST_CASE("a layer that shares keeps and writes nothing, and reads in full") {
  Layer layer = full_attention(key_value_memory({4, 2, 8, 4}));
  layer.sharing.owner = Sharing::Owner::layer_before;
  const auto step = run_step(layer, 9);
  REQUIRE(step.has_value());
  CHECK(step->footprint == reference::Footprint{});
  CHECK(step->counts.written_of(Kept::entries) == Bytes{0});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{9 * 48});
}

// Rows of 8 in bf16: an entry has 16 bytes, a waiting row and its gate 32 (HCA) or 64 (CSA).
TEST_CASE("the step that completes an entry, by hand") {
  const auto hca = run_step(heavily_compressed_attention({4, 8}, 4, 3), 9);
  REQUIRE(hca.has_value());
  CHECK(hca->footprint == reference::Footprint{Bytes{(4 + 3) * 16}, Bytes{(3 + 3) * 16}, Bytes{0}});
  CHECK(hca->counts.read_of(Kept::entries) == Bytes{(4 + 3) * 16});
  CHECK(hca->counts.written_of(Kept::entries) == Bytes{2 * 16});
  CHECK(hca->counts.read_of(Kept::open) == Bytes{3 * 32});
  CHECK(hca->counts.written_of(Kept::open) == Bytes{32});

  // 2 of 3 entries are chosen by index keys of 5 numbers, 10 bytes, whose waiting rows and gates have 40
  const auto csa = run_step(compressed_sparse_attention({4, 8}, {4, 3, {2, 5}, 2}), 9);
  REQUIRE(csa.has_value());
  CHECK(csa->footprint.open == Bytes{3 * 32 + 3 * 20});  // the Ca halves of the last three tokens
  CHECK(csa->counts.read_of(Kept::entries) == Bytes{(4 + 2) * 16});
  CHECK(csa->counts.read_of(Kept::indexer) == Bytes{3 * 10});
  CHECK(csa->counts.written_of(Kept::indexer) == Bytes{10});
  CHECK(csa->counts.read_of(Kept::open) == Bytes{3 * (64 + 32) + 3 * (40 + 20)});
  CHECK(csa->counts.written_of(Kept::open) == Bytes{64 + 40});
  CHECK(csa->counts.useful_of(Work::indexer) == MultiplyAdds{2 * 5 * 3});
  CHECK(csa->counts.useful_of(Work::scores) == MultiplyAdds{4 * 8 * 6});
}

TEST_CASE("a row that is key and value is stored and read once") {
  const auto step = run_step(sliding_attention(shared_row_memory({4, 8}), 5), 9);
  REQUIRE(step.has_value());
  CHECK(step->footprint == reference::Footprint{Bytes{5 * 16}, Bytes{4 * 16}});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{5 * 16});
  CHECK(step->counts.useful_of(Work::values) == MultiplyAdds{4 * 8 * 5});
}

TEST_CASE("what no executor runs yet") {
  const auto why = [](const Layer& layer) { return not_executable(layer); };
  const Memory memory = key_value_memory({4, 2, 8, 4});
  CHECK(why(full_attention(memory)) == "");
  Layer pooled = heavily_compressed_attention({4, 8}, 4, 2);
  CHECK(why(pooled) == "");
  pooled.memories.back().open->pending.front().format = Format{"made_up", 1, 1};
  CHECK(why(pooled) == "no codec stores made_up");
  pooled.memories.back().selection = TopK{3};
  CHECK(why(pooled) == "its entries are pooled in a way of their own");
  std::swap(pooled.memories.front(), pooled.memories.back());
  CHECK(why(pooled) == "it is no window beside pooled entries");
  CHECK(why(deepseek_sparse_attention(latent_memory({4, 8, 4, 4, 4}), {{2, 8}, 4})) ==
        "it chooses what to read by an indexer");
  CHECK(why(native_sparse_attention(memory, {8, 4, 8, 2, 4})) == "its entries are pooled");
  CHECK(why(state_layer(gated_delta_state({2, 2, 8, 8, 4}))) == "it holds a state");
  CHECK(why(feed_forward_layer("mlp")) == "it keeps nothing");
  Layer nvfp4 = full_attention(key_value_memory({4, 2, 16, 16}));
  nvfp4.memories[0].entry[0].format = Format{"made_up", 1, 1};
  CHECK(why(nvfp4) == "no codec stores made_up");
  Layer latent = full_attention(latent_memory({4, 8, 4, 4, 4}));
  latent.sharing.owner = Sharing::Owner::same_kind;
  CHECK(why(latent) == "it shares rows that are no pair of key and value");
  CHECK_FALSE(run_step(latent, 3).has_value());
}

}  // namespace

}  // namespace kvtally
