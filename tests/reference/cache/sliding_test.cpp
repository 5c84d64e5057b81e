#include "reference/cache/sliding.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::sliding_test {

using test::Positions;

TEST_CASE("a window of W hands out W and carries W - 1") {
  Counter counter;
  SlidingLayer layer(4, test::real(), test::real(), counter);
  CHECK(layer.maximum() == 4);
  // S:                    1  2  3  4  5  6
  const Positions stored{1, 2, 3, 4, 4, 4};   // min(S, W)
  const Positions carried{1, 2, 3, 3, 3, 3};  // min(S, W - 1)
  for (std::int64_t step = 1; step <= 6; ++step) {
    const auto index = static_cast<std::size_t>(step - 1);
    const KeyValues there = test::take(layer, 1);
    CHECK(there.keys.positions() == positions_from(step - stored[index], stored[index]));
    CHECK(test::are_tokens(there));
    CHECK(layer.footprint() == test::entries(stored[index], carried[index]));
    CHECK(layer.kept().keys.positions() == positions_from(step - carried[index], carried[index]));
    CHECK(test::same(layer.current(), there));
  }
  // the buffer is a new one each step: 0 + 1 + 2 + 3 + 3 + 3 entries were there before
  CHECK(counter.take().copied == Bytes{12 * test::kEntry});
}

TEST_CASE("what is carried is what the next step copies") {
  CHECK(rc::check([] {
    Counter counter;
    SlidingLayer layer(*rc::gen::inRange(1, 9), test::real(), test::real(), counter);
    for (const std::int64_t count : *rc::gen::container<Positions>(rc::gen::inRange(1, 7))) {
      const Bytes carried = layer.footprint().carried;
      counter.take();
      const KeyValues there = test::take(layer, count);
      RC_ASSERT(counter.counts().copied == carried);
      RC_ASSERT(layer.footprint().stored == carried + Bytes{count * test::kEntry});
      RC_ASSERT(test::are_tokens(there));
    }
  }));
}

TEST_CASE("a window of one keeps everything, and its mask sizes do not know") {
  Counter counter;
  SlidingLayer layer(1, test::real(), test::real(), counter);
  test::take(layer, 3);
  CHECK(layer.mask_sizes(1) == MaskSizes{1, 3});
  CHECK(test::take(layer, 1).keys.positions() == Positions{0, 1, 2, 3});
  CHECK(layer.footprint() == test::entries(4, 4));
  REQUIRE(layer.crop(2));
  CHECK(test::take(layer, 1).keys.positions() == Positions{0, 1, 2});
}

TEST_CASE("a crop past the window is an error unless the past is recorded") {
  Counter counter;
  SlidingLayer layer(4, test::real(), test::real(), counter);
  test::take(layer, 3);
  REQUIRE(layer.crop(1));  // nothing has been let go of yet
  CHECK(test::take(layer, 5).keys.positions() == positions_from(0, 6));
  CHECK(layer.crop(7).error() == "6 tokens are kept, 7 can't be");
  CHECK(layer.crop(5).error() ==
        "a window of 4 that ends at 5 needs the tokens from 2 on, and those before 3 are gone: record the past "
        "before they go");
  CHECK(layer.length() == 6);
  REQUIRE(layer.crop(6));

  layer.record_past();
  CHECK(test::take(layer, 1).keys.positions() == Positions{3, 4, 5, 6});
  CHECK(test::take(layer, 2).keys.positions() == Positions{4, 5, 6, 7, 8});
  CHECK(layer.footprint() == test::entries(6, 6));  // 3 to 8
  CHECK(layer.mask_sizes(1) == MaskSizes{4, 6});
  CHECK(layer.crop(5).error() ==
        "a window of 4 that ends at 5 needs the tokens from 2 on, and those before 3 are gone: record the past "
        "before they go");
  REQUIRE(layer.crop(7));
  CHECK(layer.kept().keys.positions() == Positions{4, 5, 6});
  const KeyValues there = test::take(layer, 1);
  CHECK(there.keys.positions() == Positions{4, 5, 6, 7});
  CHECK(test::are_tokens(there));
}

TEST_CASE("a recorded window hands out the same, and goes back to any length since") {
  CHECK(rc::check([] {
    Counter counter;
    const std::int64_t window = *rc::gen::inRange(1, 7);
    SlidingLayer plain(window, test::real(), test::real(), counter);
    SlidingLayer recorded(window, test::real(), test::real(), counter);
    const std::int64_t before = *rc::gen::inRange(1, 9);
    test::take(plain, before);
    test::take(recorded, before);
    recorded.record_past();
    for (int i = 0; i < 4; ++i) {
      const std::int64_t count = *rc::gen::inRange(1, 5);
      RC_ASSERT(test::same(test::take(plain, count), test::take(recorded, count)));
    }
    const std::int64_t back = *rc::gen::inRange(before, recorded.length() + 1);
    RC_ASSERT(recorded.crop(back).has_value());
    const KeyValues there = test::take(recorded, 1);
    RC_ASSERT(test::are_tokens(there));
    RC_ASSERT(window == 1 || there.keys.slots() == std::min(back + 1, window));
  }));
}

TEST_CASE("resetting and picking of a window") {
  Counter counter;
  SlidingLayer layer(3, test::real(), test::real(), counter);
  test::take(layer, 5);
  layer.pick(Positions{0, 0});
  CHECK(layer.current().keys.batch() == 2);
  CHECK(layer.footprint().carried == Bytes{2 * 2 * test::kEntry});
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.mask_sizes(2) == MaskSizes{2, 0});
  CHECK(layer.footprint() == Footprint{});
  CHECK_FALSE(layer.offloads());
}

}  // namespace kvtally::reference::sliding_test
