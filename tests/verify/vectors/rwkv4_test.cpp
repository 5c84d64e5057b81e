#include "verify/vectors/reproduced.hpp"

namespace kvtally::rwkv4_test {

using test::failures_with;
using test::failures_without_first_number;
using test::failures_without_last_number;

namespace {

constexpr const char* kName = "rwkv4_numpy";

}  // namespace

TEST_CASE("RWKV-4's recurrence is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and input of RWKV-4 is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  for (const std::string name : {"numerator", "denominator", "maximum"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name + "_after_P") == name + "_after_P\n");
    CHECK(failures_without_first_number(kName, "final_" + name) == "final_" + name + "\n");
  }
  for (const char* name : {"k", "v", "w", "u"}) {
    CAPTURE(name);
    CHECK(failures_without_last_number(kName, name) != "");
  }
}

TEST_CASE("parameters of RWKV-4 are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") ==
        "numerator_after_P\ndenominator_after_P\nmaximum_after_P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("C":5)", R"("C":4)").starts_with("'inputs.k' has the shape [2, 7, 5]; [2, 7, 4]"));
}

}  // namespace kvtally::rwkv4_test
