#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally::values_test {

namespace {

TEST_CASE("every wrong value of a command line is named") {
  const auto outcome = test::kvtally({"curve", "llama-2-7b", "--from", "-5", "--to", "1e3", "--points", "0x10"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.out.empty());
  for (const std::string start :
       {"kvtally: --from: '-5' is no token count: ", "kvtally: --to: '1e3' is no token count: ",
        "kvtally: --points: '0x10' is wrong: "}) {
    CAPTURE(start);
    CHECK(outcome.err.find(start) != std::string::npos);
  }
}

TEST_CASE("a decimal k is noted where a power of two was probably meant") {
  CHECK(test::kvtally({"curve", "llama-2-7b", "--to", "4k"}).err ==
        "note: 4k is 4000 tokens, as in vLLM; 4K would be 4096\n");
  CHECK(test::kvtally({"curve", "llama-2-7b", "--to", "3k"}).err.empty());
}

}  // namespace

}  // namespace kvtally::values_test
