#include "page/deployment_section.hpp"

namespace kvtally::plan_test {

namespace {

Section section_of(const std::string& model, std::int64_t users, const std::string& language = "en") {
  return test::deployment_section("plan", model, users, language);
}

}  // namespace

TEST_CASE("plan in Chinese lacks no text") { CHECK_FALSE(section_of("deepseek-v3", 64, "zh").takeaway.empty()); }

TEST_CASE("the deployments of the front, the smallest first") {
  const Section section = section_of("llama-3.1-70b", 8);
  const Values& values = section.parts.values;
  CHECK(values.at("front") == std::to_string(section.parts.tables.at(0).table.rows.size()));
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  CHECK(chart.series.at(0).points.size() == section.parts.tables.at(0).table.rows.size());
  CHECK(std::to_string(static_cast<int>(chart.series.at(0).points.at(0).x)) == values.at("devices"));
}

TEST_CASE("where no deployment does, the reasons are said") {
  const Section section = section_of("llama-3.1-405b", 1000000);
  CHECK(section.parts.pictures.empty());
  CHECK(section.takeaway.starts_with("0 of "));
  CHECK_FALSE(section.parts.notes.empty());
}

}  // namespace kvtally::plan_test
