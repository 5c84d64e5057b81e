#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "report/check_reports.hpp"
#include "support/golden.hpp"

namespace kvtally::check_results_json_test {

namespace {

TEST_CASE("kvtally.check/1") {
  test::check_golden("tests/golden/report/check.json", json_of(test::some_results()));
  const auto claims = nlohmann::json::parse(json_of(test::some_claims()));
  CHECK(claims["passed"] == 5);
  CHECK(claims["failed"] == 1);
  CHECK(claims["waiting"] == 1);
  CHECK(claims["results"][0]["printed"] == "3x");
  CHECK(claims["results"][3]["printed"].is_null());
  CHECK(claims["results"][5]["passed"].is_null());
  CHECK(claims["results"][5]["actual"].is_null());
  CHECK(claims["results"][6]["passed"] == false);
}

}  // namespace

}  // namespace kvtally::check_results_json_test
