#include "report/engine_sheets.hpp"
#include "support/golden.hpp"

namespace kvtally::engine_text_test {

namespace {

TEST_CASE("an engine's sheet within 80 columns") {
  const std::string text =
      text_of(test::small_sheet("gemma-3-27b", "-c 8K --padded --tp 2"), Units::binary, {false, 80});
  CHECK(test::widest_line(text) <= 80);
  test::check_golden("tests/golden/report/engine.txt", text);
}

TEST_CASE("an engine that does not start says why, and holds nothing") {
  const std::string text =
      text_of(test::small_sheet("gemma-3-27b", "-c 8K --memory 1MiB"), Units::decimal, {false, 80});
  CHECK(test::widest_line(text) <= 80);
  test::check_golden("tests/golden/report/engine-refused.txt", text);
}

}  // namespace

}  // namespace kvtally::engine_text_test
