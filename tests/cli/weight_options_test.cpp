#include "cli/weight_options.hpp"

#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally::weight_options_test {

namespace {

TEST_CASE("--weight-dtype says in what explain counts the weights") {
  const auto outcome = test::kvtally({"explain", "llama-2-7b", "--params", "--weight-dtype", "all=int8"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.find("--weight-dtype all=int8; 6,738,415,616 in all") != std::string::npos);
}

TEST_CASE("a wrong format is refused with what was meant") {
  CHECK(test::refusal({"explain", "llama-2-7b", "--params", "--weight-dtype", "bf61"}) ==
        "$ kvtally explain llama-2-7b --params --weight-dtype bf61\n[exit 2]\n"
        "kvtally: --weight-dtype: 'bf61' is no format; did you mean 'bf16'?\n"
        "Try 'kvtally explain --help'.\n\n");
  CHECK(test::refusal({"explain", "llama-2-7b", "--params", "--weight-dtype", "q8_0,expert=mxfp4"}) ==
        "$ kvtally explain llama-2-7b --params --weight-dtype 'q8_0,expert=mxfp4'\n[exit 2]\n"
        "kvtally: --weight-dtype: 'expert' is no part of the weights; did you mean 'experts'?\n"
        "Try 'kvtally explain --help'.\n\n");
  CHECK(test::refusal({"explain", "llama-2-7b", "--weight-dtype", "bf16"}) ==
        "$ kvtally explain llama-2-7b --weight-dtype bf16\n[exit 2]\n"
        "kvtally: --weight-dtype is for --params and --on\nTry 'kvtally explain --help'.\n\n");
}

}  // namespace

}  // namespace kvtally::weight_options_test
