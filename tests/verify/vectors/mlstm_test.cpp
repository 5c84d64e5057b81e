#include "verify/vectors/reproduced.hpp"

namespace kvtally::mlstm_test {

using test::failures_with;
using test::failures_without_first_number;
using test::failures_without_last_number;

namespace {

constexpr const char* kName = "mlstm_numpy";

}  // namespace

TEST_CASE("the matrix memory of xLSTM is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and input of an mLSTM is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  for (const std::string name : {"matrix", "normaliser", "stabiliser"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name + "_after_P") == name + "_after_P\n");
    CHECK(failures_without_first_number(kName, "final_" + name) == "final_" + name + "\n");
  }
  for (const char* name : {"q", "k", "v", "i", "f"}) {
    CAPTURE(name);
    CHECK(failures_without_last_number(kName, name) != "");
  }
}

// The first token's forget gate finds nothing to forget; that it moves the stabiliser changes no output.
TEST_CASE("the forget gates of an mLSTM are used") {
  CHECK(failures_without_first_number(kName, "f") ==
        "matrix_after_P\nnormaliser_after_P\nstabiliser_after_P\nfinal_matrix\nfinal_normaliser\nfinal_"
        "stabiliser\n");
}

TEST_CASE("parameters of an mLSTM are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") ==
        "matrix_after_P\nnormaliser_after_P\nstabiliser_after_P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("V":3)", R"("V":2)")
            .starts_with("'inputs.v' has the shape [2, 2, 7, 3]; [2, 2, 7, 2]"));
}

}  // namespace kvtally::mlstm_test
