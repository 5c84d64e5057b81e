#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::kimi_delta_layer_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("Kimi Linear's delta layer is reproduced, and its parameters are obeyed") {
  const std::string vector = "kda_layer_kimi_linear";
  test::check_reproduced(vector);
  CHECK(failures_without_first_number(vector, "final_state") ==
        "prefill_full matrix (recurrent)\ndecode_steps matrix (recurrent)\nprefill_full matrix (chunks)\n"
        "decode_steps matrix (chunks)\n");
  for (const std::string weight :
       {"q_conv1d.weight", "k_conv1d.weight", "v_conv1d.weight", "_fp32_params.A_log", "_fp32_params.dt_bias",
        "f_a_proj.weight", "g_b_proj.weight", "b_proj.weight", "o_norm.weight"}) {
    CAPTURE(weight);
    CHECK(failures_without_first_number(vector, weight).starts_with("prefill_full output (recurrent)\n"));
  }
  CHECK(failures_with(vector, R"("scale":0.408248290463863)", R"("scale":0.4)") == "scale\n");
  CHECK(failures_with(vector, R"("l2norm_eps":1e-06)", R"("l2norm_eps":0.1)").starts_with("prefill_full"));
  CHECK(failures_with(vector, R"("norm_eps":1e-05)", R"("norm_eps":0.1)").find("matrix") == std::string::npos);
  CHECK_FALSE(run_vector("v.json", test::altered(vector, R"("conv_kernel":4)", R"("conv_kernel":1048576)")));
}

}  // namespace kvtally::kimi_delta_layer_test
