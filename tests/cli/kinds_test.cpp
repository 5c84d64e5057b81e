#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::kinds_test {

namespace {

TEST_CASE("the kinds, through the program") {
  CHECK(test::output_of({"kinds"}) == test::source_text("tests/golden/report/kinds.txt"));
  CHECK(test::output_of({"kinds", "-o", "markdown"}) == test::source_text("tests/golden/report/kinds.md"));
  CHECK(test::output_of({"kinds", "-o", "csv"}) == test::source_text("tests/golden/report/kinds.csv"));
  CHECK(test::output_of({"kinds", "-o", "json"}) == test::source_text("tests/golden/report/kinds.json"));
  CHECK(test::output_of({"kinds", "-o", "wide"}).find("DeepseekV4CSACache") != std::string::npos);
}

TEST_CASE("the kernels, through the program") {
  CHECK(test::output_of({"kinds", "--kernels"}) == test::source_text("tests/golden/report/kernels.txt"));
  CHECK(test::output_of({"kinds", "--kernels", "-o", "markdown"}) ==
        test::source_text("tests/golden/report/kernels.md"));
  CHECK(test::output_of({"kinds", "--kernels", "-o", "csv"}) ==
        test::source_text("tests/golden/report/kernels.csv"));
  CHECK(test::output_of({"kinds", "--kernels", "-o", "json"}) ==
        test::source_text("tests/golden/report/kernels.json"));
}

TEST_CASE("the containers, through the program") {
  const auto listed = [](const std::string& format) {
    return test::output_of({"kinds", "--containers", "-o", format});
  };
  CHECK(test::output_of({"kinds", "--containers"}) == test::source_text("tests/golden/report/containers.txt"));
  CHECK(listed("markdown") == test::source_text("tests/golden/report/containers.md"));
  CHECK(listed("csv") == test::source_text("tests/golden/report/containers.csv"));
  CHECK(listed("json") == test::source_text("tests/golden/report/containers.json"));
  CHECK(listed("wide").find("PagedAttentionCache") != std::string::npos);
}

TEST_CASE("kinds takes no words and no option of models") {
  for (const test::Words& words : {test::Words{"kinds", "mla"},
                                   {"kinds", "--zoo", "x"},
                                   {"kinds", "-o", "yaml"},
                                   {"kinds", "--kernels=eager"}}) {
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.ends_with("Try 'kvtally kinds --help'.\n"));
  }
}

}  // namespace

}  // namespace kvtally::kinds_test
