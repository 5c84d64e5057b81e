#include <doctest/doctest.h>
#include <utility>

#include "model/presets.hpp"
#include "verify/step/steps.hpp"

namespace kvtally::compressed_test {

namespace {

using reference::Kept;
using reference::Work;

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

TEST_CASE("pools that cannot be run say why") {
  const auto why = [](const Layer& layer) { return compressed_step().why_not(layer); };
  Layer pooled = heavily_compressed_attention({4, 8}, 4, 2);
  CHECK(why(pooled) == "");
  pooled.memories.back().open->pending.front().format = Format{"made_up", 1, 1};
  CHECK(why(pooled) == "no codec stores made_up");
  pooled.memories.back().selection = TopK{3};
  CHECK(why(pooled) == "its entries are pooled in a way of their own");
  std::swap(pooled.memories.front(), pooled.memories.back());
  CHECK(why(pooled) == "it is no window beside pooled entries");
}

}  // namespace

}  // namespace kvtally::compressed_test
