#include "engine/sglang/cells.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::cells_test {

namespace {

struct Asked {
  Settings settings;
  Layout layout;
  std::vector<PooledLayer> layers;
};
Asked ask(const Model& model, const FlagTexts& given) {
  Asked out{read_settings(given).value(), {}, {}};
  const auto placed = placed_layers(model, false).value();
  out.layout = layout_of(model, placed).value();
  out.layers = pooled_layers(model, placed, out.settings, out.layout, 1).value();
  return out;
}
Cell cell(const Model& model, const FlagTexts& given = {}) {
  const Asked asked = ask(model, given);
  return cell_of(asked.layers, asked.settings);
}
Expected<DraftRows> drafts(const Model& model, const FlagTexts& given, std::int64_t own = 0) {
  const Asked asked = ask(model, given);
  return draft_rows(asked.layers, cell_of(asked.layers, asked.settings), asked.settings, asked.layout, own);
}

TEST_CASE("bytes of a token by pool") {
  const Cell both = cell(shapes::sliding(3, 5, 64));
  CHECK(both.full == 3 * 1024);
  CHECK(both.sliding == 5 * 1024);
  CHECK(both.full_layers == 3);
  CHECK(both.sliding_layers == 5);
  CHECK(both.window == 64);
  CHECK(both.total() == 8192);
  // Without a pool of their own they cost as full layers do.
  const Cell one = cell(shapes::sliding(3, 5, 64), {{"--disable-hybrid-swa-memory", ""}});
  CHECK(one.full == 8192);
  CHECK(one.sliding_layers == 0);
}

TEST_CASE("draft layers cost what the target's do") {
  CHECK(drafts(shapes::base(), {{"--speculative-algorithm", "EAGLE"}, {"--draft-layers", "2"}})->row == 2 * 1024);
  CHECK(drafts(shapes::base(), {{"--speculative-algorithm", "NEXTN"}}, 1)->row == 1024);
  CHECK(drafts(shapes::sliding(1, 3, 8), {{"--speculative-algorithm", "EAGLE"}, {"--draft-layers", "2"}})->row ==
        2048);
  CHECK(drafts(shapes::sliding(0, 3, 8), {{"--speculative-algorithm", "EAGLE"}, {"--draft-layers", "2"}})->row ==
        2048);
  const Model sparse = asking::model_with({{shapes::sparse(true), 1}, {shapes::sparse(false), 1}});
  CHECK(drafts(sparse, {{"--speculative-algorithm", "EAGLE"}, {"--draft-layers", "1"}})->row == 1152 + 132);
  CHECK(drafts(shapes::base(), {})->row == 0);
  const auto none = drafts(shapes::base(), {{"--speculative-algorithm", "EAGLE"}});
  REQUIRE_FALSE(none.has_value());
  CHECK(render(none.error()) ==
        "--speculative-algorithm: the model has no draft layers of its own; expected --draft-layers of the draft "
        "model\n");
}

// 80 GiB before, 60 GiB after the weights: 0.9 of it leaves 8 GiB free, and 52 GiB to the pools.
TEST_CASE("memory for the pools") {
  const auto memory = [](const FlagTexts& given) { return available_memory(read_settings(given).value()); };
  CHECK_FALSE(memory({}).has_value());
  CHECK_FALSE(memory({{"--gpu-memory", "80GiB"}}).has_value());
  CHECK(memory({{"--available-memory", "10GiB"}}) == Bytes{Wide{10} << 30});
  CHECK(memory({{"--gpu-memory", "80GiB"}, {"--free-after-load", "60GiB"}, {"--mem-fraction-static", "0.9"}}) ==
        Bytes{Wide{52} << 30});
  // The default of 0.875 leaves 10 GiB free.
  CHECK(memory({{"--gpu-memory", "80GiB"}, {"--free-after-load", "60GiB"}}) == Bytes{Wide{50} << 30});
  CHECK(memory({{"--gpu-memory", "80GiB"}, {"--free-after-load", "1GiB"}}) == Bytes{0});
}

TEST_CASE("rows of a request are whole pages on every rank of a context") {
  CHECK(Demand{Tokens{1000}, 1, {}, 1}.rows(1) == 1000);
  CHECK(Demand{Tokens{1000}, 1, {}, 64}.rows(1) == 1024);
  CHECK(Demand{Tokens{1000}, 1, {}, 64}.rows(4) == 256);
  CHECK(Demand{Tokens{1025}, 1, {}, 64}.rows(4) == 320);
}

}  // namespace

}  // namespace kvtally::sglang::cells_test
