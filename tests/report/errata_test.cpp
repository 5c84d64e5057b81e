#include <doctest/doctest.h>

#include "report/check_reports.hpp"
#include "support/golden.hpp"

namespace kvtally::errata_test {

namespace {

TEST_CASE("the errata sheet") {
  test::check_golden("tests/golden/report/errata.md", errata_of(test::some_claims()));
  CHECK(errata_of({"T", {}}) == "\n0 of 0 figures are as printed.\n");
}

}  // namespace

}  // namespace kvtally::errata_test
