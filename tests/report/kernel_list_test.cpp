#include "report/kernel_list.hpp"

#include <doctest/doctest.h>

#include "core/text.hpp"
#include "reference/kernel/kernel.hpp"
#include "report/json.hpp"
#include "support/golden.hpp"

namespace kvtally::kernel_list_test {

namespace {

TEST_CASE("the kernels in every format") {
  const std::string text = write_text(list_of_kernels(), {});
  test::check_golden("tests/golden/report/kernels.txt", text);
  test::check_golden("tests/golden/report/kernels.md", write_markdown(list_of_kernels()));
  test::check_golden("tests/golden/report/kernels.csv", write_csv(list_of_kernels()));
  test::check_golden("tests/golden/report/kernels.json", json_of_kernels());
  for (const std::string_view line : split(text, '\n')) {
    CHECK_MESSAGE(display_width(line) <= 100, line);
  }
}

// The notes' page: eager alone makes the square and shows weights, but for the paged kernel that goes through it.
TEST_CASE("the notes' five rows") {
  const Table table = list_of_kernels();
  std::string rows;
  for (const auto& row : table.rows) {
    rows += row[0].text + " | " + row[1].text + " | " + row[2].text + " | " + row[3].text + "\n";
  }
  CHECK(rows ==
        "eager | always | yes | yes\n"
        "sdpa | sometimes | no | no\n"
        "streaming | never | no | no\n"
        "flex | never | no | no\n"
        "paged | eager: always; sdpa: always; streaming: never | yes (eager) | yes (eager)\n");
}

TEST_CASE("every kernel of the registry is in the list") {
  const Table table = list_of_kernels();
  const Json document = Json::parse(json_of_kernels());
  CHECK(document["schema"] == "kvtally.kernels/1");
  REQUIRE(document["kernels"].size() == reference::kernels().size());
  for (std::size_t i = 0; i < reference::kernels().size(); ++i) {
    const reference::Kernel& kernel = reference::kernels()[i];
    CAPTURE(kernel.name);
    CHECK(document["kernels"][i]["name"] == kernel.name);
    CHECK(document["kernels"][i]["square"] == kernel.square);
    CHECK(document["kernels"][i]["notes_row"].is_null() == (kernel.notes_row == 0));
    if (kernel.notes_row > 0) {
      const auto& row = table.rows.at(static_cast<std::size_t>(kernel.notes_row) - 1);
      CHECK(row[6].text.find(kernel.name) != std::string::npos);
    } else {
      CHECK(table.notes.back().find(kernel.name) != std::string::npos);
    }
  }
}

}  // namespace

}  // namespace kvtally::kernel_list_test
