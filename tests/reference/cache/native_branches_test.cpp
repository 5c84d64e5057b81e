#include "reference/cache/native_branches.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::native_branches_test {

TEST_CASE("three branches are counted together, and what waits is open") {
  Counter counter;
  const NativeBranches::Codecs pair{test::real(), test::real()};
  NativeBranches layer({2, 2}, 3, {pair, pair, pair, pair}, counter);
  const auto first = [](const std::vector<Tensor>& raw, std::int64_t) {
    return std::vector{slice(raw[0], 2, 0, 1), slice(raw[1], 2, 0, 1)};
  };
  const test::Fresh tokens = test::tokens_at(0, 5);
  layer.compressed().append({tokens.keys, tokens.values}, first);
  test::take(layer.selected(), 5);
  test::take(layer.window(), 4);
  test::take(layer.window(), 1);
  // 2 entries and 1 token that waits; 5 tokens; a window of 3, of which 2 stay.
  CHECK(layer.footprint() ==
        Footprint{Bytes{(3 + 5 + 3) * test::kEntry}, Bytes{(3 + 5 + 2) * test::kEntry}, Bytes{test::kEntry}});
  CHECK(layer.length() == 5);
  CHECK(layer.window_size() == 3);
  CHECK(layer.stretch().every == 2);
  CHECK(layer.current().keys.slots() == 5);
  CHECK(layer.mask_sizes(2) == MaskSizes{7, 0});
  CHECK_FALSE(layer.maximum().has_value());
  CHECK(layer.crop(4).error() == "pooled keys of 5 tokens can't go back to 4");
  CHECK(layer.crop(5).has_value());
  layer.pick(test::Positions{0, 0});
  CHECK(layer.compressed().rows(0).batch() == 2);
  CHECK(layer.window().current().keys.batch() == 2);
  layer.reset();
  CHECK(layer.footprint() == Footprint{});
}

}  // namespace kvtally::reference::native_branches_test
