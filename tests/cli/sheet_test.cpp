#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally::sheet_test {

namespace {

TEST_CASE("show and explain rest on one sheet: the same request is refused in the same words") {
  const std::vector<test::Words> requests{{"rwkv-7"},
                                          {"llama-2-7b", "--mtp"},
                                          {"llama-2-7b", "--kv-dtype", "fp8_ds_mla"},
                                          {"llama-2-7b", "-b", "0"},
                                          {"llama-3.1-405b", "-c", "1000000000000", "-b", "16000000"}};
  for (const test::Words& request : requests) {
    CAPTURE(request.front());
    std::string said[2];
    for (const bool explain : {false, true}) {
      test::Words words{explain ? "explain" : "show"};
      words.insert(words.end(), request.begin(), request.end());
      const auto outcome = test::kvtally(words);
      CHECK(outcome.exit_code == 2);
      said[explain ? 1 : 0] = outcome.err.substr(0, outcome.err.rfind("Try 'kvtally"));
    }
    CHECK(said[0] == said[1]);
    CHECK(!said[0].empty());
  }
}

}  // namespace

}  // namespace kvtally::sheet_test
