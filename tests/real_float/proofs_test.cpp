#include <doctest/doctest.h>

#include "read/text/file.hpp"
#include "verify/proof.hpp"
#include "verify/vectors/runner.hpp"

// The executor built to compute in float: its counts are the same, its errors within the bounds of that type.

namespace kvtally::proofs_test {

namespace {

static_assert(sizeof(reference::Real) == sizeof(float));

void check_passed(const std::vector<Check>& checks) {
  CHECK(!checks.empty());
  for (const Check& check : checks) {
    CAPTURE(check.error.value_or(0));
    CHECK_MESSAGE(check.passed, check.name);
  }
}

TEST_CASE("every proof passes in float") {
  for (const Proof& proof : proofs()) {
    check_passed(run(proof, {}));
  }
}

TEST_CASE("the golden vectors are reproduced in float") {
  const auto files = files_in(std::string(KVTALLY_SOURCE_DIR) + "/tests/golden/vectors", ".json");
  REQUIRE(files.has_value());
  for (const std::string& file : *files) {
    CAPTURE(file);
    const auto checks = run_vector(file, *read_file(file));
    REQUIRE(checks.has_value());
    check_passed(*checks);
  }
}

}  // namespace

}  // namespace kvtally::proofs_test
