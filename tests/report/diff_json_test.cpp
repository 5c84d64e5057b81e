#include "report/diffs.hpp"
#include "support/golden.hpp"

namespace kvtally::diff_json_test {

namespace {

TEST_CASE("kvtally.diff/1") { test::check_golden("tests/golden/report/diff.json", json_of(test::moved_window())); }

TEST_CASE("numbers stay numbers where both are") {
  const std::string text =
      json_of(test::diff(R"("a": 1, "b": 1.5, "c": "x", "d": 1)", R"("a": 2, "b": 3, "c": 4, "d": null)"));
  for (const char* line : {"\"old\": 1,", "\"new\": 2,", "\"old\": 1.5,", "\"new\": 3.0,", "\"old\": \"x\",",
                           "\"new\": \"4\",", "\"new\": \"null\","}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::diff_json_test
