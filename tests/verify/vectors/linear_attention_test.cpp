#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::linear_attention_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("linear attention is reproduced, plain and normalised") {
  const std::string linear = "linear_attention_fla";
  test::check_reproduced(linear);
  CHECK(failures_without_first_number(linear, "plain_output") ==
        "plain_output (recurrent)\nplain_output (chunks)\n");
  CHECK(failures_without_first_number(linear, "elu_normalised_final_z") == "elu_normalised final_z\n");
  CHECK(failures_without_first_number(linear, "initial_z") ==
        "elu_normalised_with_initial\nelu_normalised_with_initial final_z\n");
  CHECK(failures_with(linear, R"("normalise_eps":1e-10)", R"("normalise_eps":0.1)") ==
        "elu_normalised\nelu_normalised_with_initial\n");
  // the scale cancels where the normaliser divides
  const std::string scaled = failures_with(linear, R"("scale":0.408248290463863)", R"("scale":0.5)");
  CHECK(scaled.starts_with("plain_output (recurrent)\n"));
  CHECK(scaled.find("elu") == std::string::npos);
}

}  // namespace kvtally::linear_attention_test
