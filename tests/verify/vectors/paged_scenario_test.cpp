#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::paged_scenario_test {

namespace {

std::string found(std::string_view piece, std::string_view other) {
  return test::failures_with("paged_block_hash_and_fork", piece, other);
}

}  // namespace

TEST_CASE("a changed state or result is found") {
  CHECK(found(R"("uninitialised":[3,4,5)", R"("uninitialised":[4,3,5)") == "operation 0/uninitialised\n");
  CHECK(found(R"("initialised":[5,0,1])", R"("initialised":[0,1,5])") == "operation 7/initialised\n");
  CHECK(found(R"("ref_counts":{"0":2)", R"("ref_counts":{"0":3)") == "operation 2/references\n");
  CHECK(found(R"("0":null,"1":0,"2":1})", R"("0":null,"1":0,"2":0})") == "operation 0/parents\n");
  CHECK(found(R"("hashed":{"0":"84826)", R"("hashed":{"0":"84827)") == "operation 1/hashes\n");
  CHECK(found(R"("17986561333732467745":1})", R"("17986561333732467745":0})") == "operation 1/hash table\n");
  CHECK(found(R"("num_free":9)", R"("num_free":8)") == "operation 0/free\n");
  CHECK(found(R"("result":[0,1,2])", R"("result":[0,2,1])") == "operation 0/result\n");
  CHECK(found(R"([0,1,5],"num_complete)", R"([3,1,5],"num_complete)") == "operation 2/blocks after\n");
  CHECK(found(R"("forked":[[0,1,6])", R"("forked":[[0,1,7])") == "operation 3/tables\n");
  CHECK(found(R"("copy_source":[2,2])", R"("copy_source":[2,2,2])") == "operation 3/copies\n");
  CHECK(found(R"("fork_without_room":null)",
              R"("fork_without_room":{"forked":[],"copy_source":[],"copy_destination":[]})") ==
        "not shareable, without room/tables\nnot shareable, without room/copies\n");
}

TEST_CASE("operations that cannot be") {
  CHECK(found(R"("op":"free_blocks")", R"("op":"lose_blocks")") == "no operation is called 'lose_blocks'; ");
  CHECK(found(R"("blocks":[0,1,2],"shareable")", R"("blocks":[0,1,9],"shareable")") ==
        "block 9 isn't in use so often; blocks in use");
  CHECK(found(R"("blocks":[0,1,2],"shareable")", R"("blocks":[0,2,2],"shareable")") ==
        "block 2 isn't in use so often; blocks in use");
  CHECK(found(R"("num_complete_blocks":2)", R"("num_complete_blocks":3)") ==
        "the tokens do not fill the blocks; the tokens of 3 blocks");
  CHECK(found(R"("n_blocks":3)", R"("n_blocks":-3)") == "a count is -3; 0 or more");
}

}  // namespace kvtally::paged_scenario_test
