#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::delta_rules_test {

using test::check_reproduced;
using test::failures_with;
using test::failures_without_first_number;
using test::refused_with;

TEST_CASE("the delta rules are reproduced") {
  check_reproduced("delta_rule_fla");
  check_reproduced("gated_delta_rule_fla");
  check_reproduced("gated_delta_rule_qwen3_next_fn");
  check_reproduced("kda_fla");
  check_reproduced("dplr_delta_rule_fla");
}

TEST_CASE("the scale changes outputs and no state, the size of chunks nothing") {
  for (const std::string name : {"delta_rule_fla", "gated_delta_rule_fla", "kda_fla"}) {
    const std::string failed = failures_with(name, R"("scale":0.408248290463863)", R"("scale":0.5)");
    CHECK(failed.find("recurrent_zero_state (recurrent)") != std::string::npos);
    CHECK(failed.find("final_state") == std::string::npos);
    CHECK(failures_with(name, R"("chunk_size":4)", R"("chunk_size":5)") == "");
    CHECK(refused_with(name, R"("chunk_size":4)", R"("chunk_size":0)", "'parameters.chunk_size' is 0"));
  }
}

TEST_CASE("each gate is obeyed") {
  for (const std::string gate : {"beta", "g"}) {
    CHECK(failures_without_first_number("gated_delta_rule_fla", gate) != "");
    // KDA's decay stands beside what it is made of
    CHECK(failures_without_first_number("kda_fla", gate).starts_with(gate == "g" ? "g\n" : "recurrent"));
  }
  CHECK(failures_without_first_number("kda_fla", "g_raw") == "g\n");
  CHECK(failures_without_first_number("kda_fla", "A_log") == "g\n");
  CHECK(failures_without_first_number("kda_fla", "dt_bias") == "g\n");
  for (const std::string gate : {"alpha", "beta", "gk"}) {
    CHECK(failures_without_first_number("dplr_delta_rule_fla", gate).starts_with("recurrent_output"));
  }
}

TEST_CASE("queries and keys are brought to length 1 where the file says so") {
  const std::string qwen = "gated_delta_rule_qwen3_next_fn";
  CHECK(failures_with(qwen, R"("l2norm_eps":1e-06)", R"("l2norm_eps":0.01)") != "");
  // then nothing reads the eps
  CHECK(refused_with(qwen, R"("qk_l2norm":true)", R"("qk_l2norm":false)", "nothing reads 'l2norm_eps'"));
}

TEST_CASE("the layout is obeyed") {
  CHECK(refused_with("delta_rule_fla", R"("layout":"BHTD")", R"("layout":"BDHT")", "a layout 'BDHT' isn't known"));
  // 2 heads of 12 tokens are not 12 heads of 2
  CHECK_FALSE(run_vector("v.json", test::altered("delta_rule_fla", R"("layout":"BHTD")", R"("layout":"BTHD")"))
                  .has_value());
}

}  // namespace kvtally::delta_rules_test
