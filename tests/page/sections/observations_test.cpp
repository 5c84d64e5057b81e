#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"

namespace kvtally::observations_test {

namespace {

TEST_CASE("eight observations, each true or false") {
  const test::Lecture lecture;
  const Section section = lecture.section("observations");
  CHECK(section.takeaway == "4 of 8 hold as printed, 3 in part, 1 not: 19 of 26 figures.");
  const Table& verdicts = section.parts.tables.at(0).table;
  std::vector<std::string> held;
  for (const auto& row : verdicts.rows) {
    held.push_back(row.at(2).text + ", " + row.at(3).text);
  }
  CHECK(held == std::vector<std::string>{"partly, 2 of 5", "partly, 1 of 2", "false, 0 of 2", "true, 5 of 5",
                                         "true, 4 of 4", "partly, 2 of 3", "true, 3 of 3", "true, 2 of 2"});
  CHECK(section.parts.tables.at(1).table.rows.size() == 26);
  CHECK(section.parts.arithmetic.at(16) == "5. How many times: 845.8x — 618,475,290,624 / 731,250,688");
}

TEST_CASE("a changed model moves the takeaway") {
  const test::ChangedZoo changed("deepseek-v3", "total: 671B", "total: 472B");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  CHECK(lecture.section("observations").takeaway == "3 of 8 hold as printed, 4 in part, 1 not: 18 of 26 figures.");
}

TEST_CASE("what the user asks of the table does not change what was said of it") {
  test::Lecture lecture;
  lecture.request().context = Tokens{4096};
  lecture.request().units = Units::decimal;
  CHECK(lecture.section("observations").takeaway == "4 of 8 hold as printed, 3 in part, 1 not: 19 of 26 figures.");
}

TEST_CASE("in Chinese nothing is missing, and nothing else holds") {
  const test::Lecture lecture("zh");
  const Section section = lecture.section("observations");
  CHECK(lecture.words().missing() == std::set<std::string>{});
  CHECK(section.takeaway == "8 件里 4 件照原文成立，3 件部分成立，1 件不成立；26 个数里 19 个成立。");
}

}  // namespace

}  // namespace kvtally::observations_test
