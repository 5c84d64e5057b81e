#include "reference/cache/block_manager.hpp"

#include <doctest/doctest.h>
#include <numeric>

namespace kvtally::reference::block_manager_test {

namespace {

using Table = std::vector<BlockId>;
using Copies = std::vector<BlockManager::Copy>;

std::vector<TokenId> tokens_from(TokenId first, std::size_t count) {
  std::vector<TokenId> tokens(count);
  std::iota(tokens.begin(), tokens.end(), first);
  return tokens;
}

}  // namespace

TEST_CASE("four blocks forked to two children cost eight new blocks unshared") {
  BlockManager manager(12, 4);
  const Group group{.id = 1, .shareable = false};
  const Table parent = *manager.allocate(4, std::nullopt, group);
  const auto fork = manager.fork(parent, 0, 2, group);
  REQUIRE(fork);
  CHECK(fork->tables == std::vector<Table>{{4, 5, 6, 7}, {8, 9, 10, 11}});
  CHECK(fork->copies == Copies{{0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 8}, {1, 9}, {2, 10}, {3, 11}});
  CHECK(manager.blocks_in_use() == 4 + 8);
  CHECK(manager.block(4).parent == std::nullopt);
  CHECK(manager.block(9).parent == 8);
}

TEST_CASE("four blocks of which three are complete forked to two children cost two new blocks") {
  BlockManager manager(12, 4);
  Table parent = *manager.allocate(4, std::nullopt, {});
  manager.complete(3, parent, tokens_from(100, 14));
  CHECK(manager.complete_blocks(parent) == 3);
  const auto fork = manager.fork(parent, 3, 2, {});
  REQUIRE(fork);
  CHECK(fork->tables == std::vector<Table>{{0, 1, 2, 4}, {0, 1, 2, 5}});
  CHECK(fork->copies == Copies{{3, 4}, {3, 5}});
  CHECK(manager.blocks_in_use() == 4 + 2);
  CHECK(manager.block(0).references == 3);
  CHECK(manager.block(3).references == 1);
  CHECK(manager.block(4).parent == 2);
  CHECK(manager.block(5).parent == 2);
  CHECK_FALSE(manager.writable(2));
  CHECK(manager.writable(5));
}

TEST_CASE("a fork of complete blocks alone costs nothing") {
  BlockManager manager(2, 4);
  Table parent = *manager.allocate(2, std::nullopt, {});
  manager.complete(2, parent, tokens_from(0, 8));
  const auto fork = manager.fork(parent, 2, 5, {});
  REQUIRE(fork);
  CHECK(fork->tables == std::vector<Table>(5, {0, 1}));
  CHECK(fork->copies.empty());
  CHECK(manager.block(1).references == 6);
}

// The first child would find room, the second would not.
TEST_CASE("without room for all children nothing changes") {
  BlockManager manager(5, 4);
  Table parent = *manager.allocate(3, std::nullopt, {});
  manager.complete(1, parent, tokens_from(0, 4));
  CHECK_FALSE(manager.fork(parent, 1, 2, {}));
  CHECK(manager.free_blocks() == 2);
  CHECK(manager.block(0).references == 1);
  CHECK(manager.fork(parent, 1, 1, {}));
  CHECK_FALSE(manager.allocate(1, std::nullopt, {}));
  CHECK(manager.allocate(0, std::nullopt, {}) == Table{});
}

TEST_CASE("equal prefixes take the same blocks, those of another group do not") {
  BlockManager manager(9, 2);
  const std::vector<TokenId> tokens = tokens_from(5, 6);
  Table first = *manager.allocate(3, std::nullopt, {});
  manager.complete(3, first, tokens);
  Table second = *manager.allocate(3, std::nullopt, {});
  manager.complete(2, second, tokens);
  CHECK(second == Table{0, 1, 5});
  CHECK(manager.block(0).references == 2);
  CHECK(manager.block(5).parent == 1);
  CHECK(manager.blank() == std::deque<BlockId>{6, 7, 8, 3, 4});
  const Group other{.id = 1, .shareable = true};
  Table third = *manager.allocate(3, std::nullopt, other);
  manager.complete(3, third, tokens);
  CHECK(third == Table{6, 7, 8});
}

TEST_CASE("a prefix is found again after its request is gone, until its blocks are needed") {
  BlockManager manager(4, 2);
  const std::vector<TokenId> tokens = tokens_from(0, 7);  // three full blocks, one token more
  Table table = *manager.allocate(4, std::nullopt, {});
  manager.complete(3, table, tokens);
  manager.release(table);
  CHECK(manager.blank() == std::deque<BlockId>{3});
  CHECK(manager.remembered() == Table{0, 1, 2});
  CHECK(manager.free_blocks() == 4);
  CHECK(manager.match_prefix(tokens_from(1, 7), {}).empty());

  const Table found = manager.match_prefix(tokens, {});
  CHECK(found == Table{0, 1, 2});
  CHECK(manager.remembered().empty());
  CHECK(manager.blocks_in_use() == 3);
  manager.release(found);

  // Two are needed, one is blank: the last remembered goes, and the prefix is two blocks long.
  CHECK(manager.allocate(2, std::nullopt, {}) == Table{3, 2});
  CHECK(manager.remembered() == Table{0, 1});
  CHECK(manager.match_prefix(tokens, {}) == Table{0, 1});
  CHECK(manager.by_hash().size() == 2);
}

}  // namespace kvtally::reference::block_manager_test
