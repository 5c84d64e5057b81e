#include "report/diffs.hpp"
#include "support/golden.hpp"

namespace kvtally {

namespace {

TEST_CASE("kvtally.diff/1") { test::check_golden("tests/golden/report/diff.json", json_of(test::moved_window())); }

}  // namespace

}  // namespace kvtally
