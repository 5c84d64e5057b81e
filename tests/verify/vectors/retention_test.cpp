#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::retention_test {

TEST_CASE("retention is reproduced, by recurrence, in chunks and in parallel") {
  test::check_reproduced("retention_fla");
  const std::string all = "output (recurrent)\noutput (parallel)\noutput (chunks)\n";
  CHECK(test::failures_without_first_number("retention_fla", "output") == all);
  CHECK(test::failures_without_first_number("retention_fla", "k") == all);
  CHECK(test::failures_with("retention_fla", R"("scale":0.408248290463863)", R"("scale":0.5)") == all);
}

}  // namespace kvtally::retention_test
