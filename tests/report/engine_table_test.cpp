#include "report/engine_sheets.hpp"
#include "support/golden.hpp"

namespace kvtally::engine_table_test {

namespace {

TEST_CASE("an engine's sheet as a table: Markdown, CSV and the wide form") {
  const Table table = table_of(test::small_sheet("gemma-3-27b", "-c 8K -b 3 --tp 2 --padded"), Units::binary);
  test::check_golden("tests/golden/report/engine.markdown", write_markdown(table));
  test::check_golden("tests/golden/report/engine.csv", write_csv(table));
  test::check_golden("tests/golden/report/engine.wide", write_wide(table, Look{}));
}

TEST_CASE("of an engine that does not start neither causes nor what is allocated") {
  const std::string csv =
      write_csv(table_of(test::small_sheet("gemma-3-27b", "-c 8K --memory 1MiB"), Units::binary));
  CHECK(csv.find("needed,") != std::string::npos);
  CHECK(csv.find("\nallocated,") == std::string::npos);
  CHECK(csv.find("\ncause,") == std::string::npos);
  CHECK(csv.find("\nfigure,most_seats,0,requests") != std::string::npos);
}

TEST_CASE("engines side by side") {
  test::check_golden("tests/golden/report/engines.csv",
                     write_csv(table_of(test::small_comparison(), Units::binary)));
}

}  // namespace

}  // namespace kvtally::engine_table_test
