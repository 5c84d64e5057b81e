#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::gated_delta_layer_test {

using test::failures_with;
using test::failures_without_first_number;
using test::refused_with;

namespace {

const std::string kVector = "gated_deltanet_layer_qwen3_next";

bool has(const std::string& failed, std::string_view what) { return failed.find(what) != std::string::npos; }

}  // namespace

TEST_CASE("Qwen3-Next's gated DeltaNet layer is reproduced, every recorded column of its tail too") {
  test::check_reproduced(kVector);
  // the first number is the oldest column, which ours doesn't keep
  CHECK(failures_without_first_number(kVector, "conv_state_after_P") ==
        "prefill_first_P tail (recurrent)\nprefill_first_P tail (chunks)\n");
  CHECK(failures_without_first_number(kVector, "final_recurrent_state") ==
        "decode_steps matrix (recurrent)\ndecode_steps matrix (chunks)\n");
  CHECK(has(failures_without_first_number(kVector, "conv1d.weight"), "prefill_full output (recurrent)"));
}

TEST_CASE("a gated DeltaNet vector's parameters are obeyed") {
  CHECK(failures_with(kVector, R"("scale":0.5)", R"("scale":0.4)") == "scale\n");
  const std::string norm = failures_with(kVector, R"("norm_eps":1e-06)", R"("norm_eps":0.1)");
  CHECK(has(norm, "prefill_full output (chunks)"));
  CHECK_FALSE(has(norm, "matrix"));
  const std::string length = failures_with(kVector, R"("l2norm_eps":1e-06)", R"("l2norm_eps":0.1)");
  CHECK(has(length, "matrix"));
  CHECK_FALSE(has(length, "tail"));
  CHECK(refused_with(kVector, R"("num_k_heads":2)", R"("num_k_heads":3)",
                     "4 heads of values can't share 3 of keys evenly"));
  CHECK_FALSE(run_vector("v.json", test::altered(kVector, R"("conv_kernel":4)", R"("conv_kernel":1048576)")));
  CHECK_FALSE(run_vector("v.json", test::altered(kVector, R"("head_k_dim":4)", R"("head_k_dim":1048576)")));
}

}  // namespace kvtally::gated_delta_layer_test
