#include "verify/vectors/reproduced.hpp"

namespace kvtally::elman_test {

using test::failures_with;
using test::failures_without_first_number;

namespace {

constexpr const char* kName = "elman_numpy";

}  // namespace

TEST_CASE("a simple recurrent network is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and weight of an Elman network is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  CHECK(failures_without_first_number(kName, "hidden_after_P") == "hidden_after_P\n");
  CHECK(failures_without_first_number(kName, "final_hidden") == "final_hidden\n");
  for (const char* name : {"x", "W", "U", "b"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name) ==
          "y (at once)\nhidden_after_P\ny (in steps)\nfinal_hidden\n");
  }
  for (const char* name : {"V", "c"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name) == "y (at once)\ny (in steps)\n");
  }
}

TEST_CASE("parameters of an Elman network are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") == "hidden_after_P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("units":6)", R"("units":5)") == "'weights.W' has the shape [6, 5]; [5, 5]");
}

}  // namespace kvtally::elman_test
