#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/layer_step.hpp"

namespace kvtally::sparse_test {

namespace {

using reference::Kept;
using reference::Work;

LayerStep step_of(const Layer& layer, std::int64_t seen) {
  const auto step = run_step(layer, seen);
  REQUIRE(step.has_value());
  return *step;
}

// 4 heads on a latent of 8 with 4 rotary rows, 24 bytes in bf16; 2 index heads of 6.
Layer deepseek(std::int64_t top_k, std::int64_t pool, bool reused) {
  return deepseek_sparse_attention(latent_memory({4, 8, 4, 5, 5}), {{2, 6}, top_k, pool, reused});
}

}  // namespace

TEST_CASE("the step of a layer that reads the best tokens, by hand") {
  const LayerStep step = step_of(deepseek(4, 1, false), 9);
  CHECK(step.footprint.stored == Bytes{9 * (24 + 12)});
  CHECK(step.counts.read_of(Kept::entries) == Bytes{4 * 24});
  CHECK(step.counts.read_of(Kept::indexer) == Bytes{9 * 12});
  CHECK(step.counts.useful_of(Work::indexer) == MultiplyAdds{2 * 6 * 9});
  CHECK(step.counts.useful_of(Work::scores) == MultiplyAdds{4 * 12 * 4});
  CHECK(step.counts.useful_of(Work::values) == MultiplyAdds{4 * 8 * 4});
}

TEST_CASE("an earlier layer's choice costs nothing to make") {
  const LayerStep step = step_of(deepseek(4, 1, true), 9);
  CHECK(step.footprint.stored == Bytes{9 * 24});
  CHECK(step.counts.read_of(Kept::entries) == Bytes{4 * 24});
  CHECK(step.counts.read_of(Kept::indexer) == Bytes{0});
  CHECK(step.counts.useful_of(Work::indexer) == MultiplyAdds{0});
}

TEST_CASE("the step of a layer that reads the best pools, by hand") {
  // S = 11, pools of 3: 3 complete ones, of which 2 are read, and the 2 tokens behind them. Keys and gates wait.
  const LayerStep step = step_of(deepseek(6, 3, false), 11);
  CHECK(step.footprint.open == Bytes{2 * 24});
  CHECK(step.footprint.stored == Bytes{11 * 24 + 3 * 12 + 2 * 24});
  CHECK(step.counts.read_of(Kept::entries) == Bytes{8 * 24});
  CHECK(step.counts.read_of(Kept::indexer) == Bytes{3 * 12});
  CHECK(step.counts.read_of(Kept::open) == Bytes{0});
  CHECK(step_of(deepseek(6, 3, false), 12).counts.read_of(Kept::open) == Bytes{3 * 24});
  CHECK(step_of(deepseek(6, 3, true), 11).counts.read_of(Kept::entries) == Bytes{8 * 24});
}

TEST_CASE("the steps of layers that read blocks, by hand") {
  const Memory memory = key_value_memory({4, 2, 8, 4});  // 48 bytes
  // S = 11, blocks of 3: Qwen's 2 best of 3 complete ones and 2 tokens; MiniMax's best and the newest with 2
  // tokens.
  const LayerStep qwen = step_of(qwen_sparse_attention(memory, {{2, 6}, 6, 3}), 11);
  CHECK(qwen.counts.read_of(Kept::entries) == Bytes{8 * 48});
  CHECK(qwen.footprint.open == Bytes{2 * 12});
  const LayerStep minimax = step_of(minimax_sparse_attention(memory, {{2, 6}, 2, 3}), 11);
  CHECK(minimax.counts.read_of(Kept::entries) == Bytes{5 * 48});
  CHECK(minimax.counts.read_of(Kept::indexer) == Bytes{11 * 12});
}

TEST_CASE("sparse layers that can't be run") {
  const auto why = [](Layer layer, auto change) {
    change(layer);
    return not_executable(layer);
  };
  const Layer layer = deepseek(6, 3, false);
  CHECK(not_executable(layer) == "");
  CHECK(why(layer, [](Layer& l) { l.sharing.owner = Sharing::Owner::same_kind; }) ==
        "it shares a memory that an indexer reads");
  CHECK(why(layer, [](Layer& l) { l.memories[0].indexer.reset(); }) == "it has no indexer");
  CHECK(why(layer, [](Layer& l) { l.memories[0].retention = Window{4, 0}; }) ==
        "it has other memories than one that keeps all tokens");
  CHECK(why(layer, [](Layer& l) { l.memories[0].indexer->source = Indexer::Source::other_branch; }) ==
        "another branch chooses for it");
  CHECK(why(layer, [](Layer& l) { l.memories[0].indexer->key.format = {"made_up", 1, 1}; }) ==
        "no codec stores made_up");
  CHECK(why(layer, [](Layer& l) { l.memories[0].indexer->open->every = 2; }) ==
        "its index keys wait in another way");
  CHECK(why(layer, [](Layer& l) { l.memories[0].indexer->pooling = {2, 1}; }) == "its index keys overlap");
  CHECK(why(layer, [](Layer& l) { l.memories[0].selection = TopK{4}; }) ==
        "it reads something else than the best tokens or pools");
  const Memory memory = key_value_memory({4, 2, 8, 4});
  CHECK(why(qwen_sparse_attention(memory, {{2, 6}, 6, 3}), [](Layer& l) { l.memories[0].selection = TopK{4}; }) ==
        "it reads something else than the best blocks");
  CHECK(why(minimax_sparse_attention(memory, {{3, 6}, 2, 3}), [](Layer&) {}) ==
        "it reads something else than the best blocks");  // 3 index heads for 2 key heads
  CHECK(why(minimax_sparse_attention(shared_row_memory({4, 8}), {{1, 6}, 2, 3}), [](Layer&) {}) ==
        "its rows are no keys and values");
}

}  // namespace kvtally::sparse_test
