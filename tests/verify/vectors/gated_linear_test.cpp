#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::gated_linear_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("gated linear attention is reproduced, with gates a channel and with one a head") {
  test::check_reproduced("gla_fla");
  test::check_reproduced("simple_gla_fla");
  CHECK(failures_without_first_number("gla_fla", "gk").starts_with("recurrent_with"));
  CHECK(failures_without_first_number("simple_gla_fla", "g").starts_with("recurrent_with"));
  CHECK(failures_without_first_number("simple_gla_fla", "parallel_zero_state") ==
        "parallel_zero_state (recurrent)\nparallel_zero_state (chunks)\nparallel_zero_state (parallel)\n");
  CHECK(failures_with("simple_gla_fla", R"("chunk_size":4)", R"("chunk_size":3)") == "");
  CHECK(failures_with("gla_fla", R"("scale":0.408248290463863)", R"("scale":0.5)").find("final_state") ==
        std::string::npos);
}

}  // namespace kvtally::gated_linear_test
