#include "reference/cache/shared.hpp"

#include <doctest/doctest.h>

#include "reference/cache/sliding.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::shared_test {

using test::Positions;

TEST_CASE("a layer that shares hands out what its owner did and keeps nothing") {
  Counter counter;
  SlidingLayer owner(3, test::real(), test::real(), counter);
  SharedLayer shared(owner);
  SharedLayer second(shared);
  test::take(owner, 5);
  counter.take();
  const test::Fresh none = test::tokens_at(0, 0);
  const KeyValues there = shared.update(none.keys, none.values);
  // the five rows of the step, though only two are carried
  CHECK(there.keys.positions() == positions_from(0, 5));
  CHECK(test::same(there, owner.current()));
  CHECK(test::same(second.update(none.keys, none.values), there));
  CHECK(shared.footprint() == Footprint{});
  CHECK(shared.length() == 5);
  CHECK(shared.maximum() == 3);
  CHECK(&second.memory() == &owner);
  CHECK(counter.take().written_of(Kept::entries) == Bytes{0});
}

TEST_CASE("reading through a shared layer is counted anew") {
  Counter counter;
  SlidingLayer owner(3, test::real(), test::real(), counter);
  SharedLayer shared(owner);
  const Rows keys = test::take(owner, 2).keys;
  const test::Fresh none = test::tokens_at(0, 0);
  keys.need(0, 0, 1);
  keys.need(0, 0, 1);
  shared.update(none.keys, none.values).keys.need(0, 0, 1);
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{2 * 3 * std::int64_t{sizeof(Real)}});
}

TEST_CASE("the past of a shared layer is its owner's") {
  Counter counter;
  SlidingLayer owner(3, test::real(), test::real(), counter);
  SharedLayer shared(owner);
  test::take(owner, 5);
  CHECK(shared.can_crop(6).error() == "5 tokens are kept, 6 can't be");
  CHECK_FALSE(shared.can_crop(4));
  shared.reset();
  shared.pick(Positions{0, 0});
  CHECK(shared.crop(4));  // nothing of its own to change
  CHECK(owner.length() == 5);
  CHECK(owner.current().keys.batch() == 1);
  CHECK_FALSE(shared.offloads());
}

}  // namespace kvtally::reference::shared_test
