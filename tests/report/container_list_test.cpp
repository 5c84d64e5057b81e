#include "report/container_list.hpp"

#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/json.hpp"
#include "support/golden.hpp"

namespace kvtally::container_list_test {

namespace {

TEST_CASE("the containers in every format") {
  const std::string text = write_text(list_of_containers(), {});
  test::check_golden("tests/golden/report/containers.txt", text);
  test::check_golden("tests/golden/report/containers.md", write_markdown(list_of_containers()));
  test::check_golden("tests/golden/report/containers.csv", write_csv(list_of_containers()));
  test::check_golden("tests/golden/report/containers.json", json_of_containers());
  for (const std::string_view line : split(text, '\n')) {
    CHECK_MESSAGE(display_width(line) <= 100, line);
  }
}

// The notes' last page: six containers, four columns. Their limit of a quantised one, its bits, is none of its
// tokens; that of a state is that it is fixed.
TEST_CASE("six rows of four columns beside the name") {
  const Table table = list_of_containers();
  CHECK(table.rows.size() == 6);
  std::string titles;
  std::string limits;
  for (const Column& column : table.columns) {
    titles += (column.shown & kMarkdown) != 0 ? column.title + '|' : "";
  }
  for (const auto& row : table.rows) {
    limits += row[3].text + '|';
  }
  CHECK(titles == "Container|Growth|Limit|Used for|Price|");
  CHECK(limits == "none|max_cache_len|W|none|4 x num_blocks|none|");
}

TEST_CASE("kvtally.containers/1") {
  const Json document = Json::parse(json_of_containers());
  CHECK(document["schema"] == "kvtally.containers/1");
  REQUIRE(document["containers"].size() == 6);
  const Json& window = document["containers"][2];
  CHECK(window["id"] == "sliding_window");
  CHECK(window["limit"] == "W");
  CHECK(window["run"]["maximum_tokens"] == window["run"]["size"]);
  CHECK(window["run"]["stored_bytes"].size() == 24);
  CHECK(document["containers"][0]["limit"].is_null());
  CHECK(document["containers"][0]["run"]["maximum_tokens"].is_null());
}

}  // namespace

}  // namespace kvtally::container_list_test
