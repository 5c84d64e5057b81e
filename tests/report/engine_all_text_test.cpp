#include "report/engine_sheets.hpp"
#include "support/golden.hpp"

namespace kvtally::engine_all_text_test {

namespace {

TEST_CASE("engines side by side within 80 columns, and how each comes from the need") {
  const std::string text = text_of(test::small_comparison(), Units::binary, {false, 80});
  CHECK(test::widest_line(text) <= 80);
  test::check_golden("tests/golden/report/engines.txt", text);
}

}  // namespace

}  // namespace kvtally::engine_all_text_test
