#include "page/changed_zoo.hpp"
#include "page/untranslated.hpp"

namespace kvtally::run_time_choice_test {

TEST_CASE("fixed rates read all, choices read less") {
  const test::Lecture lecture;
  const Section section = lecture.section("run-time-choice");
  // CSA: (128 + 1,024) x 1,024 + 262,144 x 256 of 128 x 1,024 + 262,144 x 1,280; DSA: 2,048 x 1,152 + 2^20 x 256
  // of 2^20 x 1,408; NSA: 65,535 + 1,024 + 512 of 65,535 + 2^20 + 512
  CHECK(section.takeaway ==
        "Of what a layer keeps at 1M, a step reads 100 % with HCA, 20.3 % with CSA, 18.3 % with DSA, 6.02 % with "
        "NSA; "
        "only the rate makes what is kept smaller.");
  const Table& table = section.parts.tables.at(0).table;
  CHECK(table.columns.size() == 5 + 2 * 3);
  CHECK(table.columns[5].key == "kept_bytes_131072");
  REQUIRE(table.rows.size() == 5);
  CHECK(table.rows[2][0].text == "HCA");
  CHECK(table.rows[2][7].text == "100 %");
  CHECK(section.parts.arithmetic.size() == 10);
  CHECK(section.parts.arithmetic.at(3) == "DSA at 1M: read 2,048 x 1,152 + 1,048,576 x 256 = 270,794,752 bytes");
}

TEST_CASE("lines of fixed rates lie on the diagonal, others below it") {
  const test::Lecture lecture;
  const Section section = lecture.section("run-time-choice");
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.series.size() == 6);
  for (const Series& line : chart.series) {
    CAPTURE(line.name);
    const ChartPoint& last = line.points.back();
    if (line.name == "all that is kept" || line.name == "MLA" || line.name == "HCA") {
      CHECK(last.y == last.x);
    } else {
      CHECK(last.y < last.x / 4);
    }
  }
}

TEST_CASE("the user's context is the only one of run-time choice") {
  test::Lecture lecture;
  lecture.request().context = Tokens{100000};
  const Section section = lecture.section("run-time-choice");
  CHECK(section.parts.tables.at(0).table.columns.size() == 5 + 3);
  CHECK(section.parts.values.at("context") == "100,000");
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  CHECK(chart.series[1].points.back().x == 100000.0 * 1152);
  CHECK(chart.series[1].points.size() == 5);  // 8K, 16K, 32K, 64K and that
  CHECK(chart.notes.front() == "Each line runs from 8K to 100,000.");
}

TEST_CASE("another index_topk of V4 moves what CSA reads") {
  const test::ChangedZoo changed("deepseek-v4-pro", "index_topk: 1024", "index_topk: 2048");
  const Section section = test::Lecture("en", "attention-evolution", changed.path()).section("run-time-choice");
  CHECK(section.parts.values.at("csa_choice") == "best 2,048");
  CHECK(section.parts.values.at("csa_read") == "66.125 MiB");  // a MiB more
}

TEST_CASE("a context of run-time choice that is none is refused") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    for (SectionOption& option : section.with) {
      if (option.key == "contexts") {
        option.words = {"much"};
      }
    }
  }
  const auto parts = lecture.parts("run-time-choice");
  REQUIRE_FALSE(parts.has_value());
  CHECK(parts.error().front().what.starts_with("context is 'much'"));
}

TEST_CASE("run-time choice is said in Chinese throughout") { CHECK(test::untranslated("run-time-choice") == ""); }

}  // namespace kvtally::run_time_choice_test
