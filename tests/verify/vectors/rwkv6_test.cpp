#include "verify/vectors/reproduced.hpp"

namespace kvtally::rwkv6_test {

using test::failures_with;
using test::failures_without_first_number;
using test::failures_without_last_number;

namespace {

constexpr const char* kName = "rwkv6_numpy";

}  // namespace

TEST_CASE("RWKV-6's recurrence is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and input of RWKV-6 is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  for (const std::string name : {"matrix"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name + "_after_P") == name + "_after_P\n");
    CHECK(failures_without_first_number(kName, "final_" + name) == "final_" + name + "\n");
  }
  for (const char* name : {"r", "k", "v", "w", "u"}) {
    CAPTURE(name);
    CHECK(failures_without_last_number(kName, name) != "");
  }
}

// No output sees the last token's decay, and no state the first one's: there is nothing yet to fade.
TEST_CASE("the decays of RWKV-6 are used where they matter") {
  CHECK(failures_without_last_number(kName, "w") == "final_matrix\n");
  CHECK(failures_without_first_number(kName, "w") == "");
}

TEST_CASE("parameters of RWKV-6 are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") == "matrix_after_P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("K":4)", R"("K":3)")
            .starts_with("'inputs.r' has the shape [2, 2, 7, 4]; [2, 2, 7, 3]"));
}

}  // namespace kvtally::rwkv6_test
