#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally::context_test {

namespace {

std::string said(const test::Words& words) { return test::output_of(words); }

TEST_CASE("the context is the model's own maximum, and one beyond it is said") {
  CHECK(said({"show", "llama-2-7b"}).find("context 4,096: the model's own maximum") != std::string::npos);
  CHECK(
      said({"show", "llama-2-7b", "-c", "8K"}).find("context 8,192 is beyond the model's own maximum of 4,096") !=
      std::string::npos);
  CHECK(said({"show", "llama-2-7b", "-c", "1K"}).find("own maximum") == std::string::npos);
}

TEST_CASE("a model without a limit needs a context") {
  const auto outcome = test::kvtally({"show", "rwkv-7"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.err.find("rwkv-7: its context has no limit of its own; expected a context (-c 128K)") !=
        std::string::npos);
}

}  // namespace

}  // namespace kvtally::context_test
