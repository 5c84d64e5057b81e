#include "report/diffs.hpp"
#include "support/golden.hpp"

namespace kvtally::diff_table_test {

namespace {

TEST_CASE("a comparison for people") {
  test::check_golden("tests/golden/report/diff.txt", write_text(table_of(test::moved_window()), {}));
  test::check_golden("tests/golden/report/diff.md", write_markdown(table_of(test::moved_window())));
  test::check_golden("tests/golden/report/diff.csv", write_csv(table_of(test::moved_window())));
  test::check_golden(
      "tests/golden/report/diff-figures.txt",
      write_text(table_of(test::diff(R"("kv_bytes": 9000, "x": 1.5)", R"("kv_bytes": 500, "x": 3)")), {}));
  test::check_golden("tests/golden/report/diff-none.txt",
                     write_text(table_of(test::diff(R"("kv_bytes": 9)", R"("kv_bytes": 9)")), {}));
}

}  // namespace

}  // namespace kvtally::diff_table_test
