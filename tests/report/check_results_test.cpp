#include "report/check_results.hpp"

#include <doctest/doctest.h>

#include "report/check_reports.hpp"
#include "support/golden.hpp"

namespace kvtally::check_results_test {

namespace {

TEST_CASE("results for people") {
  test::check_golden("tests/golden/report/check.txt", write_text(table_of(test::some_results()), {}));
  test::check_golden("tests/golden/report/check.md", write_markdown(table_of(test::some_results())));
  test::check_golden("tests/golden/report/check-claims.txt", write_text(table_of(test::some_claims()), {}));
  test::check_golden("tests/golden/report/check.csv", write_csv(details_of(test::some_results())));
}

TEST_CASE("counts") {
  CHECK(count_of(test::some_claims(), CheckResult::State::waiting) == 1);
  CHECK(count_of({}, CheckResult::State::failed) == 0);
}

}  // namespace

}  // namespace kvtally::check_results_test
