#include "verify/vectors/reproduced.hpp"

namespace kvtally::mamba1_test {

using test::failures_with;
using test::failures_without_first_number;

namespace {

constexpr const char* kLayer = "mamba1_layer";
constexpr const char* kScan = "mamba1_selective_scan_fn";

}  // namespace

TEST_CASE("Mamba's layer and its selective scan are reproduced") {
  test::check_reproduced(kLayer);
  test::check_reproduced(kScan);
}

TEST_CASE("each recorded figure of Mamba is compared") {
  CHECK(failures_without_first_number(kLayer, "prefill_full") == "prefill_full\n");
  CHECK(failures_without_first_number(kLayer, "prefill_first_P") == "prefill_first_P\n");
  CHECK(failures_without_first_number(kLayer, "decode_steps") == "decode_steps\n");
  // The first number is the oldest column's, which our state no longer has.
  CHECK(failures_without_first_number(kLayer, "conv_state_after_P") == "conv_state after P\n");
  CHECK(failures_without_first_number(kLayer, "final_conv_state") == "conv_state at the end\n");
  CHECK(failures_without_first_number(kLayer, "ssm_state_after_P") == "state after P\n");
  CHECK(failures_without_first_number(kLayer, "final_ssm_state") == "state at the end\n");
  CHECK(failures_without_first_number(kScan, "y") == "y\n");
  CHECK(failures_without_first_number(kScan, "final_state") == "final_state\n");
}

TEST_CASE("each weight and input of Mamba is used") {
  const std::string outputs = "prefill_full\nprefill_first_P\n";
  for (const char* name : {"A_log", "x_proj.weight", "dt_proj.weight", "dt_proj.bias", "conv1d.weight",
                           "conv1d.bias", "in_proj.weight"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kLayer, name).starts_with(outputs));
  }
  // Neither the skipped input nor the output projection changes a state.
  CHECK(failures_without_first_number(kLayer, "D") == outputs + "decode_steps\n");
  CHECK(failures_without_first_number(kLayer, "out_proj.weight") == outputs + "decode_steps\n");
  for (const char* name : {"u", "dt", "A", "B", "delta_bias"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kScan, name) == "y\nfinal_state\n");
  }
  for (const char* name : {"C", "D", "z"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kScan, name) == "y\n");
  }
}

TEST_CASE("sizes of Mamba that do not fit are refused") {
  CHECK(failures_with(kLayer, R"("dt_rank":3)", R"("dt_rank":2)") ==
        "'weights.x_proj.weight' has the shape [11, 10]; [10, 10]");
  CHECK(failures_with(kLayer, R"("prefill_len":6)", R"("prefill_len":11)") ==
        "the first pass leaves no token to the steps; less than S");
  CHECK(failures_with(kScan, R"("N":3)", R"("N":4)") == "'inputs.A' has the shape [5, 3]; [5, 4]");
}

}  // namespace kvtally::mamba1_test
