#include "verify/proofs/page_walk.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace kvtally::page_walk_test {

TEST_CASE("no reference leaks, whatever requests do") {
  CHECK(rc::check([] {
    const auto blocks = *rc::gen::inRange<std::int64_t>(1, 24);
    const auto block_size = *rc::gen::inRange<std::int64_t>(1, 5);
    PageWalk walk(blocks, block_size);
    for (const std::uint64_t number : *rc::gen::arbitrary<std::vector<std::uint64_t>>()) {
      walk.step(number);
      RC_ASSERT(walk.faults() == 0);
    }
    walk.end_all();
    RC_ASSERT(walk.faults() == 0);
    RC_ASSERT(walk.manager().free_blocks() == blocks);
  }));
}

// Number 0 begins a request of one token 0; 3 forks it once; 4 adds a token.
TEST_CASE("the steps do what they say") {
  PageWalk walk(4, 2);
  walk.step(0);
  CHECK(walk.requests() == 1);
  CHECK(walk.manager().blocks_in_use() == 1);
  walk.step(3);
  CHECK(walk.requests() == 2);
  CHECK(walk.manager().blocks_in_use() == 2);
  walk.step(4);
  CHECK(walk.manager().by_hash().size() == 1);
  walk.step(0);  // another equal one, of one token, which is no full block
  CHECK(walk.manager().blocks_in_use() == 3);
  walk.step(4 + 8);  // the second request's block is full and equal to the first's
  CHECK(walk.manager().blocks_in_use() == 2);
  walk.step(2);
  CHECK(walk.requests() == 2);
  CHECK(walk.faults() == 0);
}

}  // namespace kvtally::page_walk_test
