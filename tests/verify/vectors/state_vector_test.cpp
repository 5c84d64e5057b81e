#include "verify/vectors/state_vector.hpp"

#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::state_vector_test {

using test::failures_without_first_number;
using test::refused_with;

TEST_CASE("a rule's vector: each figure is found by its name, in every form") {
  const std::string gdn = "gated_delta_rule_fla";
  CHECK(failures_without_first_number(gdn, "recurrent_zero_state") ==
        "recurrent_zero_state (recurrent)\nrecurrent_zero_state (chunks)\n");
  CHECK(failures_without_first_number(gdn, "chunk_final_state_with_initial") ==
        "chunk_final_state_with_initial (recurrent)\nchunk_final_state_with_initial (chunks)\n");
}

TEST_CASE("a state to begin with reaches the runs that begin with it alone") {
  const std::string failed = failures_without_first_number("delta_rule_fla", "initial_state");
  CHECK(failed.find("recurrent_with_initial_state (recurrent)") != std::string::npos);
  CHECK(failed.find("final_state_with_initial (chunks)") != std::string::npos);
  CHECK(failed.find("zero") == std::string::npos);
}

TEST_CASE("sizes must fit, and one figure must be there") {
  const std::string kda = "kda_fla";
  CHECK(refused_with(kda, R"("HV":2)", R"("HV":3)", "3 heads of values can't share 2 of keys evenly"));
  CHECK_FALSE(run_vector("v.json", test::altered(kda, R"("T":12)", R"("T":1048576)")).has_value());
  CHECK(refused_with(kda, R"("initial_state":{)", R"("another_state":{)",
                     "'recurrent_with_initial_state' needs an initial state"));
  CHECK(refused_with("retention_fla", R"("outputs":{"output")", R"("outputs":{"result")",
                     "no output of such a rule is recorded"));
}

}  // namespace kvtally::state_vector_test
