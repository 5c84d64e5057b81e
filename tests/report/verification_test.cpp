#include "report/verification.hpp"

#include <doctest/doctest.h>
#include <limits>

#include "report/json.hpp"
#include "support/golden.hpp"

namespace kvtally {

namespace {

std::vector<Check> some_checks() {
  Checks paged{"paged.fork", "paged"};
  paged.equal("shared", 2, 2, "blocks");
  paged.equal("unshared", 8, 9000, "blocks");
  Checks mla{"mla.forms", "mla"};
  mla.within("rotary", 6e-15, 1e-12);
  mla.within("no rotary", 2e-15, 1e-12);
  mla.within("other shape", std::numeric_limits<double>::infinity(), 1e-12);
  Checks containers{"containers.same", "containers"};
  containers.within("static", 0, 0);
  containers.holds("something is so", false);
  std::vector<Check> all = paged.take();
  for (Checks* more : {&mla, &containers}) {
    all.insert(all.end(), more->all().begin(), more->all().end());
  }
  return all;
}

TEST_CASE("comparisons in every format") {
  const std::vector<Check> checks = some_checks();
  test::check_golden("tests/golden/report/verify.txt", write_text(table_of(checks), {}));
  test::check_golden("tests/golden/report/verify.md", write_markdown(table_of(checks)));
  test::check_golden("tests/golden/report/verify.csv", write_csv(details_of(checks)));
  test::check_golden("tests/golden/report/verify.json", json_of(checks));
  CHECK_FALSE(passed(checks));
  CHECK(passed({checks.front()}));
}

TEST_CASE("kvtally.verify/1") {
  const Json document = Json::parse(json_of(some_checks()));
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

TEST_CASE("what is proved, and what is not") {
  test::check_golden("tests/golden/report/proofs.txt", write_text(table_of(proofs()), {}));
  const Json document = Json::parse(json_of(proofs()));
  CHECK(document["proofs"].size() == proofs().size());
  CHECK(document["unproved_kinds"].size() == unproved_kinds().size());
}

}  // namespace

}  // namespace kvtally
