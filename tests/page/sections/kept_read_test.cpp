#include "page/changed_zoo.hpp"
#include "page/untranslated.hpp"

namespace kvtally::kept_read_test {

TEST_CASE("what DSA keeps and reads at 128K") {
  const test::Lecture lecture;
  const Section section = lecture.section("kept-read");
  // 2,048 / 131,072; (2,048 x 1,152 + 131,072 x 256) / (131,072 x 1,408); 33,554,432 / 35,913,728
  CHECK(section.takeaway ==
        "1.56 % of the tokens, but 19.5 % of the bytes: 93.4 % of what is read is the scan that chooses.");
  CHECK(section.parts.arithmetic ==
        std::vector<std::string>{"kept: 61 layers x 131,072 tokens x (1,152 + 256 bytes) = 11,257,511,936 bytes",
                                 "read: 61 layers x (2,048 x 1,152 + 131,072 x 256 bytes) = 2,190,737,408 bytes",
                                 "tokens read: 2,048 / 131,072 = 1.56 %"});
  CHECK(section.parts.values.at("full_read") == "8.578 GiB");  // 61 x 131,072 x 1,152
  CHECK(section.parts.values.at("times") == "4.204");          // 1,152 x 131,072 / 35,913,728
}

TEST_CASE("what DSA keeps is not less for being chosen, and its curves bend where the choice begins") {
  const test::Lecture lecture;
  const Section section = lecture.section("kept-read");
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.series.size() == 5);
  const auto y = [&](std::size_t series, std::size_t point) { return chart.series[series].points[point].y; };
  CHECK(y(0, 0) == 61.0 * 1024 * 1408);  // keeps
  CHECK(y(2, 0) == y(0, 0));             // below 2,048 tokens all is read
  CHECK(y(4, 1) == 61.0 * 2048 * 1152);
  CHECK(y(4, 10) == y(4, 1));
  CHECK(y(3, 10) == 61.0 * 1048576 * 256);
  const Table& table = section.parts.tables.at(0).table;
  REQUIRE(table.rows.size() == 11);
  CHECK(table.rows[7][0].raw == "131072");
  CHECK(table.rows[7][1].raw == "9210691584");  // 61 x 131,072 x 1,152
  CHECK(table.rows[7][5].text == "19.5 %");
}

TEST_CASE("another index_topk moves what DSA reads, and nothing that it keeps") {
  const test::ChangedZoo changed("deepseek-v3.2", "index_topk: 2048", "index_topk: 1024");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  const Section section = lecture.section("kept-read");
  CHECK(section.parts.values.at("tokens_share") == "0.781 %");
  CHECK(section.parts.values.at("kept") == "10.484 GiB");
}

TEST_CASE("the user's context is that of kept and read") {
  test::Lecture lecture;
  lecture.request().context = Tokens{1048576};
  CHECK(lecture.section("kept-read").parts.values.at("tokens_share") == "0.195 %");
}

TEST_CASE("a model that chooses nothing has no section of kept and read") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.id == "kept-read") {
      section.with = {{{}, "model", {"deepseek-v3"}}, {{}, "beside", {"deepseek-v3"}}};
    }
  }
  const auto parts = lecture.parts("kept-read");
  REQUIRE_FALSE(parts.has_value());
  CHECK(parts.error().front().what ==
        "deepseek-v3 has other layers than ones that choose by index keys of their own among all tokens");
}

TEST_CASE("kept and read are said in Chinese throughout") { CHECK(test::untranslated("kept-read") == ""); }

}  // namespace kvtally::kept_read_test
