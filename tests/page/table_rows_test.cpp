#include "page/table_rows.hpp"

#include "page/lecture.hpp"

namespace kvtally::table_rows_test {

TEST_CASE("a table's rows with their models, their caches at the recipe's context") {
  const test::Lecture lecture;
  const auto rows = table_rows(lecture.sources(), {});
  REQUIRE(rows.has_value());
  CHECK(rows->size() == 44);
  CHECK(rows->at(0).row->id == "gpt-3-175b");
  CHECK(rows->at(0).kv == Bytes{618'475'290'624});  // 96 layers x 2 x 96 x 128 x 2 bytes x 131,072
}

TEST_CASE("some of them, listed") {
  const test::Lecture lecture;
  const auto rows = table_rows(lecture.sources(), {});
  const Rows found = rows_where(*rows, [](const TableRow& row) { return row.kv.value < 600'000'000; });
  CHECK(names_of(lecture.words(), found) == "Mistral 7B v0.1, RWKV-7 Goose 2.9B");
  CHECK(listed(lecture.words(), found, [](const TableRow& row) { return row.row->context; }) == "32K, unlimited");
  CHECK(names_of(lecture.words(), {}) == "none");
}

TEST_CASE("a recipe without rows has no table") {
  const test::Lecture lecture;
  PageSources sources = lecture.sources();
  sources.table = nullptr;
  const auto rows = table_rows(sources, {});
  REQUIRE_FALSE(rows.has_value());
  CHECK(rows.error().front().what == "the section looks at a table of models");
}

}  // namespace kvtally::table_rows_test
