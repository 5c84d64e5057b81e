#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/layer_step.hpp"

namespace kvtally::native_sparse_test {

namespace {

using reference::Kept;
using reference::Work;

// 4 query heads on 2 key heads, keys of 8 and values of 4 in bf16: 48 bytes. Entries of 4 tokens each 2, 3 blocks
// of 4, a window of 5.
Layer native() { return native_sparse_attention(key_value_memory({4, 2, 8, 4}), {4, 2, 4, 3, 5}); }

std::string why(void (*change)(Layer&)) {
  Layer layer = native();
  change(layer);
  return not_executable(layer);
}

}  // namespace

TEST_CASE("the step of a native sparse layer, by hand") {
  // S = 18: (18 − 4) ÷ 2 + 1 = 8 entries, the last just completed out of 4 rows, 2 of which stay; 2 blocks of 4
  // and the 2 tokens of the newest; 5 of the window.
  const auto step = run_step(native(), 18);
  REQUIRE(step.has_value());
  CHECK(step->footprint.open == Bytes{2 * 48});
  CHECK(step->footprint.stored == Bytes{(8 + 2 + 18 + 5) * 48});
  CHECK(step->footprint.carried == Bytes{(8 + 2 + 18 + 4) * 48});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{(8 + 10 + 5) * 48});
  CHECK(step->counts.read_of(Kept::open) == Bytes{4 * 48});
  CHECK(step->counts.useful_of(Work::scores) == MultiplyAdds{4 * 8 * (8 + 10 + 5)});
  CHECK(step->counts.useful_of(Work::indexer) == MultiplyAdds{0});
  CHECK(run_step(native(), 1).has_value());
}

TEST_CASE("native sparse layers that can't be run") {
  CHECK(not_executable(native()) == "");
  CHECK(why([](Layer& l) { l.memories.pop_back(); }) == "it has other memories than three branches of its own");
  CHECK(why([](Layer& l) { l.memories[1].entry.pop_back(); }) == "its rows are no keys and values");
  CHECK(why([](Layer& l) { l.memories[2] = latent_memory({4, 8, 4, 4, 4}); }) == "its branches keep latents");
  CHECK(why([](Layer& l) { l.memories[0].open->overlap_blocks = 0; }) ==
        "its branches are not pooled entries, all tokens and a window");
  CHECK(why([](Layer& l) { l.memories[1].selection = Blocks{2, 4}; }) ==
        "it reads other blocks than the best, the first and the two newest among them");
  CHECK(why([](Layer& l) {
          l.memories[0].open->pending[0].format = {"made_up", 1, 1};
          l.memories[0].open->overlap = l.memories[0].open->pending;
        }) == "no codec stores made_up");
}

}  // namespace kvtally::native_sparse_test
