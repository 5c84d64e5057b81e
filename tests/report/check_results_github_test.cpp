#include <doctest/doctest.h>

#include "report/check_reports.hpp"

namespace kvtally::check_results_github_test {

namespace {

TEST_CASE("GitHub's annotations") {
  CHECK(annotations_of(test::some_results()) ==
        "::error file=a%2Cb%3Af.yaml,line=9,col=5,title=too \"large\"::expected 1 GiB, actual 2147483648 bytes: "
        "above%0A1073741824 bytes more,%0A100 %25 < 2\n"
        "::notice title=kvtally check::3 checks: 2 passed, 1 failed\n");
  CHECK(annotations_of(test::some_claims()) ==
        "::error file=c.yaml,title=moved::expected 2 x, actual 4: erratum%0A2 x is expected, 4 is computed\n"
        "::notice title=kvtally check::7 checks: 5 passed, 1 failed, 1 waiting\n");
}

}  // namespace

}  // namespace kvtally::check_results_github_test
