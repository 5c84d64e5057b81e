#include "reference/kernel/tiles.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::tiles_test {

namespace {

Rows rows_at(std::vector<std::int64_t> positions) {
  const auto slots = static_cast<std::int64_t>(positions.size());
  return {Tensor({1, 1, slots, 1}), std::move(positions)};
}

}  // namespace

TEST_CASE("slots in the order of their tokens") {
  CHECK(slots_in_order(rows_at({6, -1, 4, 5, -1})) == std::vector<std::int64_t>{1, 4, 2, 3, 0});
}

TEST_CASE("tiles start at token 0, whatever the first slot holds") {
  const auto tiles = tiles_of(rows_at({6, -1, 4, 5, 9}), 3);
  REQUIRE(tiles.size() == 3);  // of the tokens 3 to 5, 6 to 8, 9 to 11
  CHECK(tiles[0].index == 1);
  CHECK(tiles[0].slots == std::vector<std::int64_t>{2, 3});
  CHECK(tiles[1].index == 2);
  CHECK(tiles[1].slots == std::vector<std::int64_t>{0});
  CHECK(tiles[2].index == 3);
  CHECK(tiles_of(rows_at({-1, -1}), 3).empty());
}

TEST_CASE("tiles of one sequence of several start at its own first token") {
  const auto tiles = tiles_of(rows_at({0, 1, 2, 3, 4, 5, 6, 7}), 3, {2, 6});
  REQUIRE(tiles.size() == 2);  // 2 to 4, and 5
  CHECK(tiles[0].index == 0);
  CHECK(tiles[0].slots == std::vector<std::int64_t>{2, 3, 4});
  CHECK(tiles[1].slots == std::vector<std::int64_t>{5});
}

}  // namespace kvtally::reference::tiles_test
