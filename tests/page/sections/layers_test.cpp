#include "page/lecture.hpp"

namespace kvtally::layers_test {

TEST_CASE("layers in both languages") {
  for (const std::string language : {"en", "zh"}) {
    test::Lecture lecture(language, "models");
    lecture.request().models = {"llama-3.1-8b", "gemma-3-27b", "gpt-3-175b"};
    const Section section = lecture.section("layers");
    CHECK(lecture.words().missing() == std::set<std::string>{});
    CHECK_FALSE(section.takeaway.empty());
  }
}

TEST_CASE("a row for each sort of layers, with the bytes of all of them") {
  test::Lecture lecture("en", "models");
  lecture.request().models = {"gemma-3-27b"};
  const Section section = lecture.section("layers");
  CHECK(section.takeaway == "62 layers in all; those of one sort stand in one row.");
  const Table& table = section.parts.tables.at(0).table;
  CHECK(table.title == "Gemma 3 27B: [SWA x5, GQA] x10, SWA x2");
  REQUIRE(table.rows.size() == 2);
  // 52 x 2 x 16 x 128 x 2 bytes x 1024 positions
  CHECK(table.rows[0][0].text == "52");
  CHECK(table.rows[0][3].raw == "436207616");
  // 10 x 2 x 16 x 128 x 2 bytes x 131,072 positions
  CHECK(table.rows[1][3].raw == "10737418240");
}

}  // namespace kvtally::layers_test
