#include "verify/proofs/paged_twin.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace kvtally::paged_twin_test {

namespace {

PagedTwin twin(std::int64_t blocks, std::int64_t block_size, std::int64_t batch) {
  return {{blocks, block_size}, batch, reference::kernel("eager"), reference::kernel("eager")};
}

}  // namespace

TEST_CASE("paged is dynamic, bit for bit, through forks, reorders, crops and equal prompts") {
  CHECK(rc::check([] {
    const auto block_size = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto blocks = *rc::gen::inRange<std::int64_t>(30, 60);
    PagedTwin both = twin(blocks, block_size, *rc::gen::inRange<std::int64_t>(1, 4));
    both.attend(*rc::gen::inRange<std::int64_t>(1, 10), *rc::gen::arbitrary<std::uint64_t>());
    for (const std::uint64_t number : *rc::gen::arbitrary<std::vector<std::uint64_t>>()) {
      both.step(number);
      RC_ASSERT(both.difference() == 0);
      RC_ASSERT(both.paged().length() == both.dense().length());
      std::map<reference::BlockId, std::int64_t> entries;
      for (const auto& table : both.paged().tables()) {
        for (const auto block : table) {
          ++entries[block];
        }
      }
      RC_ASSERT(std::ssize(entries) == both.paged().manager().blocks_in_use());
      for (const auto& [block, count] : entries) {
        RC_ASSERT(both.paged().manager().block(block).references == count);
      }
    }
  }));
}

TEST_CASE("equal prompts share their full blocks and go different ways") {
  PagedTwin both = twin(12, 2, 2);
  both.attend(4, 0b1010'1010);  // the bits of the first request's tokens, lowest first, then the second's
  CHECK(both.paged().manager().blocks_in_use() == 4);
  both.name_tokens();
  CHECK(both.paged().manager().blocks_in_use() == 2);
  both.attend(2, 0b01'10);
  both.name_tokens();
  CHECK(both.paged().manager().blocks_in_use() == 2 + 2);
  CHECK(both.difference() == 0);
}

TEST_CASE("a small pool: what has no room does not happen") {
  PagedTwin both = twin(2, 4, 1);
  both.attend(8, 1);
  both.attend(1, 1);
  both.fork(0, 1);
  CHECK(both.paged().length() == 8);
  CHECK(both.batch() == 2);  // two full blocks, shared
  both.crop(7);
  both.attend(1, 1);
  CHECK(both.paged().length() == 7);
  both.pick({1});
  both.attend(1, 1);
  CHECK(both.dense().length() == 8);
  CHECK(both.difference() == 0);
}

}  // namespace kvtally::paged_twin_test
