#include <doctest/doctest.h>

#include "support/golden.hpp"
#include "verify/vectors/runner.hpp"

namespace kvtally {

namespace {

const std::string& golden() {
  static const std::string text = test::source_text("tests/golden/vectors/paged_block_hash_and_fork.json");
  return text;
}

// The golden vector with one piece of its text changed.
std::string changed(std::string_view piece, std::string_view other) {
  std::string text = golden();
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), other);
}

// The names of the comparisons that fail; the first problem where the vector cannot be run.
std::string failures(const std::string& text) {
  const auto checks = run_vector("v.json", text);
  if (!checks) {
    return checks.error().at(0).what + "; " + checks.error().at(0).expected;
  }
  std::string out;
  for (const Check& check : *checks) {
    out += check.passed ? "" : check.name.substr(check.name.find('/') + 1) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("the recorded block manager is reproduced") {
  const auto checks = run_vector("v.json", golden());
  REQUIRE_MESSAGE(checks.has_value(), (checks ? "" : render(checks.error())));
  // Chains: 4 counts of blocks, 11 blocks with tokens, hash and digest. Operations: 10 with 7 figures each, and 2
  // + 0
  // + 2 + 2 + 0 results: three allocations, the blocks before and after, tables and copies. Not shareable: the
  // blocks, tables, copies, the free ones, and that there is no room.
  CHECK(checks->size() == 4 + 11 * 3 + 10 * 7 + 3 + 2 + 2 + 5);
  CHECK(failures(golden()) == "");
}

TEST_CASE("a changed figure is found") {
  CHECK(failures(changed("6845668503782142730", "6845668503782142731")) == "chain 0/block 0 hash\n");
  CHECK(failures(changed("0ab303fa", "0ab303fb")) == "chain 0/block 0 digest\n");
  CHECK(failures(changed(R"("uninitialised":[3,4,5)", R"("uninitialised":[4,3,5)")) ==
        "operation 0/uninitialised\n");
  CHECK(failures(changed(R"("initialised":[5,0,1])", R"("initialised":[0,1,5])")) == "operation 7/initialised\n");
  CHECK(failures(changed(R"("ref_counts":{"0":2)", R"("ref_counts":{"0":3)")) == "operation 2/references\n");
  CHECK(failures(changed(R"("0":null,"1":0,"2":1})", R"("0":null,"1":0,"2":0})")) == "operation 0/parents\n");
  CHECK(failures(changed(R"("hashed":{"0":"84826)", R"("hashed":{"0":"84827)")) == "operation 1/hashes\n");
  CHECK(failures(changed(R"("17986561333732467745":1})", R"("17986561333732467745":0})")) ==
        "operation 1/hash table\n");
  CHECK(failures(changed(R"("num_free":9)", R"("num_free":8)")) == "operation 0/free\n");
  CHECK(failures(changed(R"("result":[0,1,2])", R"("result":[0,2,1])")) == "operation 0/result\n");
  CHECK(failures(changed(R"([0,1,5],"num_complete)", R"([3,1,5],"num_complete)")) == "operation 2/blocks after\n");
  CHECK(failures(changed(R"("forked":[[0,1,6])", R"("forked":[[0,1,7])")) == "operation 3/tables\n");
  CHECK(failures(changed(R"("copy_source":[2,2])", R"("copy_source":[2,2,2])")) == "operation 3/copies\n");
  CHECK(failures(changed(R"("fork_without_room":null)",
                         R"("fork_without_room":{"forked":[],"copy_source":[],"copy_destination":[]})")) ==
        "not shareable, without room/tables\nnot shareable, without room/copies\n");
}

TEST_CASE("what a vector of pages cannot say") {
  CHECK(failures(changed(R"("op":"free_blocks")", R"("op":"lose_blocks")")) ==
        "no operation is called 'lose_blocks'; ");
  CHECK(failures(changed(R"("blocks":[0,1,2],"shareable")", R"("blocks":[0,1,9],"shareable")")) ==
        "block 9 isn't in use so often; blocks in use");
  CHECK(failures(changed(R"("blocks":[0,1,2],"shareable")", R"("blocks":[0,2,2],"shareable")")) ==
        "block 2 isn't in use so often; blocks in use");
  CHECK(failures(changed(R"("num_complete_blocks":2)", R"("num_complete_blocks":3)")) ==
        "the tokens do not fill the blocks; the tokens of 3 blocks");
  CHECK(failures(changed(R"("digest_size_bytes":8)", R"("digest_size_bytes":16)")) ==
        "the digest has another size; 8");
  CHECK(failures(changed("6845668503782142730", "68456685037821427300")) ==
        "'68456685037821427300' is no number of 64 bits; an integer from 0 to 2^64 − 1");
  CHECK(failures(changed("\"tokens\":[1,182599", "\"tokens\":[1,4294967296")) ==
        "a token is 4294967296; a number of 32 bits");
  CHECK(failures(changed(R"("n_blocks":3)", R"("n_blocks":-3)")) == "a count is -3; 0 or more");
}

}  // namespace kvtally
