#include "report/verification.hpp"

#include <doctest/doctest.h>

#include "report/some_checks.hpp"
#include "support/golden.hpp"

namespace kvtally::verification_test {

namespace {

TEST_CASE("comparisons in every format") {
  const std::vector<Check> checks = test::some_checks();
  test::check_golden("tests/golden/report/verify.txt", write_text(table_of(checks), {}));
  test::check_golden("tests/golden/report/verify.md", write_markdown(table_of(checks)));
  test::check_golden("tests/golden/report/verify.csv", write_csv(details_of(checks)));
  test::check_golden("tests/golden/report/verify.json", json_of(checks));
  CHECK_FALSE(passed(checks));
  CHECK(passed({checks.front()}));
}

TEST_CASE("what is proved, and what is not") {
  test::check_golden("tests/golden/report/proofs.txt", write_text(table_of(proofs()), {}));
}

}  // namespace

}  // namespace kvtally::verification_test
