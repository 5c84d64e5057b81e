#include "reference/cache/cache_layer.hpp"

#include <doctest/doctest.h>
#include <functional>
#include <rapidcheck.h>

#include "reference/cache/cross.hpp"
#include "reference/cache/dynamic.hpp"
#include "reference/cache/indexed.hpp"
#include "reference/cache/shared.hpp"
#include "reference/cache/sink_window.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/static.hpp"
#include "reference/cache/static_sliding.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::cache_layer_test {

namespace {

constexpr std::int64_t kMost = 64;

struct Sort {
  std::string_view name;
  std::function<std::unique_ptr<CacheLayer>(std::int64_t window, Counter& counter)> make;
};

template <class Layer>
std::unique_ptr<CacheLayer> made(Counter& counter, auto... sizes) {
  return std::make_unique<Layer>(sizes..., test::real(), test::real(), counter);
}

// Every container that takes tokens again and again.
const std::vector<Sort>& sorts() {
  static const std::vector<Sort> all{
      {"dynamic", [](std::int64_t, Counter& c) { return made<DynamicLayer>(c); }},
      {"static", [](std::int64_t, Counter& c) { return made<StaticLayer>(c, kMost); }},
      {"sliding", [](std::int64_t w, Counter& c) { return made<SlidingLayer>(c, w); }},
      {"static sliding", [](std::int64_t w, Counter& c) { return made<StaticSlidingLayer>(c, w, kMost); }},
      {"sinks and a window", [](std::int64_t w, Counter& c) { return made<SinkWindowLayer>(c, 2, w); }},
      {"a window without sinks", [](std::int64_t w, Counter& c) { return made<SinkWindowLayer>(c, 0, w); }},
      {"indexed",
       [](std::int64_t, Counter& c) -> std::unique_ptr<CacheLayer> {
         return std::make_unique<IndexedLayer>(test::real(), test::real(), test::real(), c);
       }},
  };
  return all;
}

MaskSizes sizes_of(const KeyValues& there) { return {there.keys.slots(), there.keys.position(0)}; }

}  // namespace

TEST_CASE("mask sizes are what the next update hands out, and current() hands it out again") {
  for (const Sort& sort : sorts()) {
    CAPTURE(sort.name);
    CHECK(rc::check([&] {
      Counter counter;
      // a window of one keeps everything and says otherwise: tests/reference/cache/sliding_test.cpp
      const auto layer = sort.make(*rc::gen::inRange(2, 9), counter);
      SharedLayer shared(*layer);
      const test::Fresh none = test::tokens_at(0, 0);
      for (int i = 0; i < 8; ++i) {
        const std::int64_t count = *rc::gen::inRange(1, 8);
        const MaskSizes expected = layer->mask_sizes(count);
        const KeyValues there = test::take(*layer, count);
        RC_ASSERT(sizes_of(there) == expected);
        RC_ASSERT(test::are_tokens(there));
        RC_ASSERT(test::same(layer->current(), there));
        RC_ASSERT(sizes_of(shared.update(none.keys, none.values)) == expected);
        RC_ASSERT(shared.mask_sizes(0) == expected);
        RC_ASSERT(layer->footprint().carried <= layer->footprint().stored);
      }
    }));
  }
}

TEST_CASE("a container that was cropped is as one that never saw more") {
  for (const Sort& sort : sorts()) {
    CAPTURE(sort.name);
    CHECK(rc::check([&] {
      Counter counter;
      const std::int64_t window = *rc::gen::inRange(1, 9);
      const auto layer = sort.make(window, counter);
      const auto fresh = sort.make(window, counter);
      test::take(*layer, *rc::gen::inRange(1, 12));
      const std::int64_t length = *rc::gen::inRange<std::int64_t>(0, layer->length());
      if (!layer->can_crop(length)) {
        RC_ASSERT(layer->crop(length) == layer->can_crop(length));
        return;
      }
      RC_ASSERT(layer->crop(length).has_value());
      if (length > 0) {
        test::take(*fresh, length);
      }
      const std::int64_t count = *rc::gen::inRange(1, 5);
      RC_ASSERT(layer->mask_sizes(count) == fresh->mask_sizes(count));
      const KeyValues there = test::take(*layer, count);
      RC_ASSERT(test::are_tokens(there));
      RC_ASSERT(there.keys.positions() == test::take(*fresh, count).keys.positions());
      RC_ASSERT(layer->footprint() == fresh->footprint());
    }));
  }
}

TEST_CASE("a container that was reset is as a new one") {
  for (const Sort& sort : sorts()) {
    CAPTURE(sort.name);
    Counter counter;
    const auto layer = sort.make(4, counter);
    const auto fresh = sort.make(4, counter);
    test::take(*layer, 7);
    layer->reset();
    CHECK(layer->length() == 0);
    CHECK(layer->mask_sizes(3) == fresh->mask_sizes(3));
    CHECK(test::same(test::take(*layer, 3), test::take(*fresh, 3)));
    CHECK(layer->footprint() == fresh->footprint());
  }
}

TEST_CASE("positions are counted on") {
  CHECK(positions_from(3, 4) == std::vector<std::int64_t>{3, 4, 5, 6});
  CHECK(positions_from(3, 0).empty());
}

}  // namespace kvtally::reference::cache_layer_test
