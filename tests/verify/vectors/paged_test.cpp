#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::paged_test {

namespace {

std::string found(std::string_view piece, std::string_view other) {
  return test::failures_with("paged_block_hash_and_fork", piece, other);
}

}  // namespace

TEST_CASE("the recorded block manager is reproduced") {
  const std::string text = test::source_text("tests/golden/vectors/paged_block_hash_and_fork.json");
  const auto checks = run_vector("v.json", text);
  REQUIRE_MESSAGE(checks.has_value(), (checks ? "" : render(checks.error())));
  // 4 chains have a count of blocks, their 11 blocks tokens, hash and digest. 10 operations have 7 figures of the
  // state; three allocations have a result, the second request blocks after, the fork tables and copies.
  // Not shareable: the parent's blocks, tables, copies, the free blocks, and that there is no room for more.
  CHECK(checks->size() == 4 + 11 * 3 + 10 * 7 + 3 + 2 + 2 + 5);
  CHECK(test::failures(text) == "");
}

TEST_CASE("a changed hash is found") {
  CHECK(found("6845668503782142730", "6845668503782142731") == "chain 0/block 0 hash\n");
  CHECK(found("0ab303fa", "0ab303fb") == "chain 0/block 0 digest\n");
}

TEST_CASE("hashes that cannot be") {
  CHECK(found(R"("digest_size_bytes":8)", R"("digest_size_bytes":16)") == "the digest has another size; 8");
  CHECK(found("6845668503782142730", "68456685037821427300") ==
        "'68456685037821427300' is no number of 64 bits; an integer from 0 to 2^64 − 1");
  CHECK(found("\"tokens\":[1,182599", "\"tokens\":[1,4294967296") == "a token is 4294967296; a number of 32 bits");
}

}  // namespace kvtally::paged_test
