#include "page/deployment_section.hpp"

namespace kvtally {

namespace {

Section section_of(const std::string& model, std::int64_t users, const std::string& language = "en") {
  return test::deployment_section("fit", model, users, language);
}

}  // namespace

TEST_CASE("fit in Chinese lacks no text") { CHECK_FALSE(section_of("deepseek-v3", 64, "zh").takeaway.empty()); }

TEST_CASE("the devices that users take, and what the fullest of them holds") {
  const Section section = section_of("llama-3.1-70b", 32);
  const Values& values = section.parts.values;
  // 80 layers x 2 x 8 x 128 x 2 bytes x 131,072 tokens
  CHECK(values.at("cache_per_user") == "40 GiB");
  CHECK(values.at("cache") == "1.25 TiB");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 1);
  double sum = 0;
  for (const BarPart& part : chart.bars[0].parts) {
    sum += part.value;
  }
  CHECK(sum <= chart.rules.at(0).x);
  CHECK(section.parts.tables.at(0).table.rows.front().front().text == "weights");
}

TEST_CASE("what no number of devices holds is said, and nothing is drawn") {
  const Section section = section_of("llama-3.1-405b", 100000);
  CHECK(section.parts.pictures.empty());
  CHECK(section.takeaway.starts_with("It takes too many of "));
  CHECK_FALSE(section.parts.notes.empty());
}

}  // namespace kvtally
