#include "reference/cache/offloaded.hpp"

#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/shared.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::offloaded_test {

namespace {

Bytes entries(std::int64_t count) { return Bytes{count * test::kEntry}; }

template <class Layer, class... Arguments>
void add(Cache& cache, Arguments&&... arguments) {
  cache.add(std::make_unique<Layer>(std::forward<Arguments>(arguments)...));
}

// All layers take the tokens, as a model's step does.
void step(OffloadedCache& cache, std::int64_t count) {
  for (std::size_t layer = 0; layer < cache.layers(); ++layer) {
    const test::Fresh tokens = test::tokens_at(cache.layer(layer).length(), count);
    CHECK(test::are_tokens(cache.update(tokens.keys, tokens.values, layer)));
  }
}

}  // namespace

TEST_CASE("each layer goes to the host after its update and is fetched during the update before it") {
  Counter counter;
  OffloadedCache cache(counter);
  for (int i = 0; i < 3; ++i) {
    add<DynamicLayer>(cache, test::real(), test::real(), counter);
  }
  step(cache, 4);
  // the first layers are not filled yet when they are fetched; behind the last one comes the first again
  CHECK(cache.moves() == std::vector<Move>{{0, false, entries(4), 0},
                                           {1, false, entries(4), 1},
                                           {0, true, entries(4), 2},
                                           {2, false, entries(4), 2}});
  CHECK(cache.device_bytes() == entries(4));
  CHECK(cache.on_device(0));
  CHECK_FALSE(cache.on_device(2));

  step(cache, 1);
  const std::vector<Move> second(cache.moves().begin() + 4, cache.moves().end());
  CHECK(second == std::vector<Move>{{1, true, entries(4), 0},
                                    {0, false, entries(5), 0},
                                    {2, true, entries(4), 1},
                                    {1, false, entries(5), 1},
                                    {0, true, entries(5), 2},
                                    {2, false, entries(5), 2}});
  CHECK(cache.moved(true) == entries(4 + 4 + 4 + 5));
  CHECK(cache.moved(false) == entries(3 * 4 + 3 * 5));
  CHECK(counter.counts().moved == entries(17 + 27));
  CHECK(cache.footprint() == test::entries(15, 15));
}

TEST_CASE("windows stay, and are stepped over when the next layer is fetched") {
  Counter counter;
  OffloadedCache cache(counter);
  add<DynamicLayer>(cache, test::real(), test::real(), counter);
  add<SlidingLayer>(cache, 3, test::real(), test::real(), counter);
  add<DynamicLayer>(cache, test::real(), test::real(), counter);
  add<SlidingLayer>(cache, 3, test::real(), test::real(), counter);
  step(cache, 5);
  // during layer 3 nothing goes: layer 0 was fetched behind layer 2
  CHECK(cache.moves() ==
        std::vector<Move>{{0, false, entries(5), 0}, {0, true, entries(5), 2}, {2, false, entries(5), 2}});
  step(cache, 1);
  const std::vector<Move> second(cache.moves().begin() + 3, cache.moves().end());
  CHECK(second == std::vector<Move>{{2, true, entries(5), 0},
                                    {0, false, entries(6), 0},
                                    {0, true, entries(6), 2},
                                    {2, false, entries(6), 2}});
  CHECK(cache.device_bytes() == entries(6 + 2 + 2));
}

TEST_CASE("a layer that is asked for out of turn is brought back first") {
  Counter counter;
  OffloadedCache cache(counter);
  for (int i = 0; i < 3; ++i) {
    add<DynamicLayer>(cache, test::real(), test::real(), counter);
  }
  step(cache, 2);
  const test::Fresh next = test::tokens_at(2, 1);
  cache.update(next.keys, next.values, 2);  // layer 0 is there already
  const std::vector<Move> last(cache.moves().begin() + 4, cache.moves().end());
  CHECK(last == std::vector<Move>{{2, true, entries(2), 2}, {2, false, entries(3), 2}});
}

TEST_CASE("a cache of windows moves nothing, one of a single layer moves it there and back") {
  Counter counter;
  OffloadedCache windows(counter);
  add<SlidingLayer>(windows, 3, test::real(), test::real(), counter);
  step(windows, 5);
  step(windows, 1);
  CHECK(windows.moves().empty());

  OffloadedCache single(counter);
  add<DynamicLayer>(single, test::real(), test::real(), counter);
  step(single, 2);
  step(single, 1);
  CHECK(single.moves() ==
        std::vector<Move>{{0, false, entries(2), 0}, {0, true, entries(2), 0}, {0, false, entries(3), 0}});
}

TEST_CASE("a layer that shares has its owner's memory moved") {
  Counter counter;
  OffloadedCache cache(counter);
  add<DynamicLayer>(cache, test::real(), test::real(), counter);
  add<SharedLayer>(cache, cache.layer(0));
  const test::Fresh some = test::tokens_at(0, 3);
  const test::Fresh none = test::tokens_at(0, 0);
  cache.update(some.keys, some.values, 0);
  CHECK(test::are_tokens(cache.update(none.keys, none.values, 1)));
  CHECK(cache.moves() ==
        std::vector<Move>{{0, false, entries(3), 0}, {0, true, entries(3), 1}, {0, false, entries(3), 1}});
  CHECK(cache.on_device(1));  // it has nothing that could be away
}

}  // namespace kvtally::reference::offloaded_test
