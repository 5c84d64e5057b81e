#include "verify/vectors/reproduced.hpp"

namespace kvtally::short_conv_test {

using test::failures_with;
using test::failures_without_first_number;

namespace {

constexpr const char* kName = "short_conv_lfm2";

}  // namespace

TEST_CASE("LFM2's short convolution is reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and weight of a short convolution is compared or used") {
  CHECK(failures_without_first_number(kName, "prefill_full") == "prefill_full\n");
  CHECK(failures_without_first_number(kName, "prefill_first_P") == "prefill_first_P\n");
  CHECK(failures_without_first_number(kName, "decode_steps") == "decode_steps\n");
  CHECK(failures_without_first_number(kName, "conv_state_after_P") == "conv_state after P\n");
  CHECK(failures_without_first_number(kName, "final_conv_state") == "conv_state at the end\n");
  const std::string outputs = "prefill_full\nprefill_first_P\n";
  CHECK(failures_without_first_number(kName, "in_proj.weight") ==
        outputs + "conv_state after P\ndecode_steps\nconv_state at the end\n");
  CHECK(failures_without_first_number(kName, "conv.weight") == outputs + "decode_steps\n");
  CHECK(failures_without_first_number(kName, "out_proj.weight") == outputs + "decode_steps\n");
}

TEST_CASE("parameters of a short convolution are obeyed") {
  CHECK(failures_with(kName, R"("bias":false)", R"("bias":true)") == "the weights say otherwise; ");
  CHECK(failures_with(kName, R"("conv_kernel":3)", R"("conv_kernel":4)") ==
        "'weights.conv.weight' has the shape [6, 1, 3]; [6, 1, 4]");
  CHECK(failures_with(kName, R"("prefill_len":5)", R"("prefill_len":4)") ==
        "'outputs.prefill_first_P' has the shape [2, 5, 6]; [2, 4, 6]");
}

}  // namespace kvtally::short_conv_test
