#include "verify/vectors/reproduced.hpp"

namespace kvtally::gsa_test {

using test::failures_with;
using test::failures_without_first_number;
using test::failures_without_last_number;

namespace {

constexpr const char* kName = "gsa_numpy";

}  // namespace

TEST_CASE("gated slot attention is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and input of gated slots is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  for (const std::string name : {"keys", "values"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name + "_after_P") == name + "_after_P\n");
    CHECK(failures_without_first_number(kName, "final_" + name) == "final_" + name + "\n");
  }
  for (const char* name : {"q", "k", "v", "g"}) {
    CAPTURE(name);
    CHECK(failures_without_last_number(kName, name) != "");
  }
}

TEST_CASE("parameters of gated slots are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") == "keys_after_P\nvalues_after_P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("M":5)", R"("M":4)")
            .starts_with("'inputs.g' has the shape [2, 2, 7, 5]; [2, 2, 7, 4]"));
}

}  // namespace kvtally::gsa_test
