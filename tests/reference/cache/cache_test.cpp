#include "reference/cache/cache.hpp"

#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/shared.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/state.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::cache_test {

using test::Positions;

namespace {

Cache mixed(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<DynamicLayer>(test::real(), test::real(), counter));
  cache.add(std::make_unique<SlidingLayer>(3, test::real(), test::real(), counter));
  cache.add(std::make_unique<SharedLayer>(cache.layer(0)));
  return cache;
}

void step(Cache& cache, std::int64_t count) {
  test::take(cache.layer(0), count);
  test::take(cache.layer(1), count);
}

}  // namespace

TEST_CASE("a crop changes all layers or none") {
  Counter counter;
  Cache cache = mixed(counter);
  step(cache, 2);
  REQUIRE(cache.crop(1));
  CHECK(cache.layer(0).length() == 1);
  CHECK(cache.layer(1).length() == 1);
  CHECK(cache.layer(2).length() == 1);

  step(cache, 5);
  CHECK(
      cache.crop(4).error() ==
      "layer 1: a window of 3 that ends at 4 needs the tokens from 2 on, and those before 4 are gone: record the "
      "past before they go");
  CHECK(cache.crop(7).error() == "layer 0: 6 tokens are kept, 7 can't be");
  CHECK(cache.layer(0).length() == 6);
  CHECK(cache.layer(1).length() == 6);
  CHECK(cache.footprint() == test::entries(6 + 6, 6 + 2));
}

TEST_CASE("a state keeps its whole cache from being cropped") {
  Counter counter;
  Cache cache;
  cache.add(std::make_unique<DynamicLayer>(test::real(), test::real(), counter));
  auto state = std::make_unique<StateLayer>(counter);
  state->saw(3);
  cache.add(std::move(state));
  test::take(cache.layer(0), 3);
  CHECK(cache.crop(2).error() == "layer 1: a state that has seen 3 tokens can't go back to 2");
  CHECK(cache.layer(0).length() == 3);
}

TEST_CASE("beams, repetitions and selections go to every layer") {
  Counter counter;
  Cache cache = mixed(counter);
  step(cache, 2);
  cache.repeat(3, 1);
  CHECK(cache.layer(0).current().keys.batch() == 3);
  CHECK(cache.layer(1).current().keys.batch() == 3);
  CHECK(cache.layer(2).current().keys.batch() == 3);
  cache.reorder(Positions{2, 2});
  CHECK(cache.layer(1).current().values.batch() == 2);
  cache.select(Positions{0});
  CHECK(cache.footprint() == test::entries(2 + 2, 2 + 2));
  cache.reset();
  CHECK(cache.footprint() == Footprint{});
}

}  // namespace kvtally::reference::cache_test
