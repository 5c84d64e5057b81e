#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/step/steps.hpp"

namespace kvtally::softmax_test {

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

TEST_CASE("a row that is key and value is stored and read once") {
  const auto step = run_step(sliding_attention(shared_row_memory({4, 8}), 5), 9);
  REQUIRE(step.has_value());
  CHECK(step->footprint == reference::Footprint{Bytes{5 * 16}, Bytes{4 * 16}});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{5 * 16});
  CHECK(step->counts.useful_of(Work::values) == MultiplyAdds{4 * 8 * 5});
}

TEST_CASE("softmax layers that cannot be run say why") {
  const auto why = [](const Layer& layer) { return softmax_step().why_not(layer); };
  const Memory memory = key_value_memory({4, 2, 8, 4});
  CHECK(why(full_attention(memory)) == "");
  CHECK(why(heavily_compressed_attention({4, 8}, 4, 2)) == "its entries are pooled");
  CHECK(why(deepseek_sparse_attention(latent_memory({4, 8, 4, 4, 4}), {{2, 8}, 4})) ==
        "it chooses what to read by an indexer");
  CHECK(why(native_sparse_attention(memory, {8, 4, 8, 2, 4})) == "its entries are pooled");
  Layer unknown = full_attention(key_value_memory({4, 2, 16, 16}));
  unknown.memories[0].entry[0].format = Format{"made_up", 1, 1};
  CHECK(why(unknown) == "no codec stores made_up");
  Layer latent = full_attention(latent_memory({4, 8, 4, 4, 4}));
  latent.sharing.owner = Sharing::Owner::same_kind;
  CHECK(why(latent) == "it shares rows that are no pair of key and value");
  CHECK_FALSE(run_step(latent, 3).has_value());
}

}  // namespace

}  // namespace kvtally::softmax_test
