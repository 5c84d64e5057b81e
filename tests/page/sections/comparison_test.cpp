#include "page/lecture.hpp"

namespace kvtally::comparison_test {

TEST_CASE("comparison in both languages") {
  for (const std::string language : {"en", "zh"}) {
    test::Lecture lecture(language, "models");
    lecture.request().models = {"llama-3.1-8b", "gemma-3-27b", "gpt-3-175b"};
    const Section section = lecture.section("comparison");
    CHECK(lecture.words().missing() == std::set<std::string>{});
    CHECK_FALSE(section.takeaway.empty());
  }
}

TEST_CASE("three models side by side: what each keeps of 128K") {
  test::Lecture lecture("en", "models");
  lecture.request().models = {"llama-3.1-8b", "gemma-3-27b", "gpt-3-175b"};
  const Section section = lecture.section("comparison");
  // 96 layers x 2 x 12,288 elements x 2 bytes x 131,072 tokens against 2 x (10 x 16 x 128 x 131,072 + 52 x 16 x
  // 128 x 1024) x 2 bytes
  CHECK(section.takeaway ==
        "Of 131,072 tokens GPT-3 175B keeps 576 GiB, Gemma 3 27B keeps 10.406 GiB: 55.4 times as little.");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 3);
  CHECK(chart.bars[0].note == "16 GiB");
  REQUIRE(chart.bars[0].parts.size() == 1);
  CHECK(chart.bars[0].parts[0].value == 17179869184.0);
  CHECK(section.parts.notes ==
        std::vector<std::string>{
            "GPT-3 175B: its own maximum is 2,048 tokens; its figures are what its shape would need."});
}

TEST_CASE("a model that keeps nothing has no ratio") {
  test::Lecture lecture("en", "models");
  lecture.request().models = {"deepseek-v3.2", "rwkv-7", "qwen3-next-80b-a3b"};
  const Section section = lecture.section("comparison");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars[0].parts.size() == 2);
  CHECK(chart.bars[0].parts[1].name == "index keys");
  CHECK(chart.bars[1].parts.at(0).name == "states");
  CHECK(chart.bars[2].parts.size() == 2);
}

}  // namespace kvtally::comparison_test
