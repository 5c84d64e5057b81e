#include <doctest/doctest.h>

#include "report/json.hpp"
#include "report/some_checks.hpp"
#include "report/verification.hpp"

namespace kvtally::verification_json_test {

namespace {

TEST_CASE("kvtally.verify/1") {
  const Json document = Json::parse(json_of(test::some_checks()));
  CHECK(document["schema"] == "kvtally.verify/1");
  CHECK(document["passed"] == 4);
  CHECK(document["failed"] == 3);
  CHECK(document["checks"].size() == 7);
  CHECK(document["checks"][0]["expected"] == 2);
  CHECK(document["checks"][0]["error"].is_null());
  CHECK(document["checks"][2]["expected"].is_null());
  CHECK(document["checks"][2]["bound"] == 1e-12);
  CHECK(document["checks"][4]["error"].is_null());  // infinity
}

TEST_CASE("kvtally.proofs/1") {
  const Json document = Json::parse(json_of(proofs()));
  CHECK(document["schema"] == "kvtally.proofs/1");
  CHECK(document["proofs"].size() == proofs().size());
  CHECK(document["unproved_kinds"].size() == unproved_kinds().size());
}

}  // namespace

}  // namespace kvtally::verification_json_test
