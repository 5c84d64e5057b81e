#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::hybrid_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("a layer with a state beside attention is reproduced, and its parameters are obeyed") {
  const std::string vector = "hybrid_numpy";
  test::check_reproduced(vector);
  CHECK(failures_without_first_number(vector, "attention_probabilities") == "attention_probabilities (eager)\n");
  CHECK(failures_without_first_number(vector, "state_after_P")
            .starts_with("state_after_P (eager)\nstate_after_P ("));
  // rates reach the state alone, and what comes behind it
  const std::string rate = failures_without_first_number(vector, "b_proj.weight");
  CHECK(rate.find("final_state (eager)") != std::string::npos);
  CHECK(rate.find("attention_output") == std::string::npos);
  CHECK(rate.find("final_cache_keys") == std::string::npos);
  CHECK(failures_with(vector, R"("l2norm_eps":1e-06)", R"("l2norm_eps":0.1)").find("state_output") !=
        std::string::npos);
  CHECK(failures_with(vector, R"("norm_eps":1e-06)", R"("norm_eps":0.1)").find("state_output") ==
        std::string::npos);
  CHECK(failures_with(vector, R"("scale":0.408248290463863)", R"("scale":0.4)") == "scale\n");
}

}  // namespace kvtally::hybrid_test
