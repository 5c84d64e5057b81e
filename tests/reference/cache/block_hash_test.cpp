#include "reference/cache/block_hash.hpp"

#include <doctest/doctest.h>
#include <vector>

namespace kvtally::reference::block_hash_test {

// hashlib.blake2b(b"\x01\x00\x00\x00…", digest_size=8): the first chain of the recorded block manager
// (tests/golden/vectors/paged_block_hash_and_fork.json).
TEST_CASE("a chain of block hashes") {
  const BlockHash first = block_hash(std::nullopt, std::vector<TokenId>{1, 182599, 127, 56636}, 0);
  CHECK(first == 6845668503782142730U);
  const BlockHash second = block_hash(first, std::vector<TokenId>{148320, 139170, 105041, 127545}, 0);
  CHECK(second == 12246313223095876494U);
  CHECK(block_hash(second, std::vector<TokenId>{255, 102366, 0, 51670}, 0) == 10761108106238697719U);
}

TEST_CASE("one token a block") {
  const BlockHash first = block_hash(std::nullopt, std::vector<TokenId>{1}, 0);
  CHECK(first == 18232024504446223411U);
  CHECK(block_hash(first, std::vector<TokenId>{10153}, 0) == 13376602194641668572U);
}

TEST_CASE("the parent, each token and the group make a difference") {
  const std::vector<TokenId> tokens{7, 8};
  const BlockHash hash = block_hash(1, tokens, 0);
  CHECK(hash == block_hash(1, tokens, 0));
  CHECK(hash != block_hash(1, tokens, 1));
  CHECK(hash != block_hash(2, tokens, 0));
  CHECK(hash != block_hash(std::nullopt, tokens, 0));
  CHECK(hash != block_hash(0, tokens, 0));
  CHECK(hash != block_hash(1, std::vector<TokenId>{8, 7}, 0));
  CHECK(hash != block_hash(1, std::vector<TokenId>{7, -8}, 0));
}

}  // namespace kvtally::reference::block_hash_test
