#include "page/deployment_section.hpp"

namespace kvtally::step_test {

namespace {

Section section_of(const std::string& model, std::int64_t users, const std::string& language = "en") {
  return test::deployment_section("step", model, users, language);
}

}  // namespace

TEST_CASE("step in Chinese lacks no text") { CHECK_FALSE(section_of("deepseek-v3", 64, "zh").takeaway.empty()); }

TEST_CASE("a step reads the weights and the caches of all users") {
  const Section section = section_of("llama-3.1-70b", 2);
  CHECK(section.parts.values.at("cache") == "80 GiB");
  CHECK(section.parts.values.at("bound") == "memory");
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  CHECK(chart.id == "step");
  CHECK(section.parts.arithmetic.size() == 2);
  CHECK(section.parts.arithmetic[1].starts_with("cache: 85,899,345,920 B / 4.8 TB/s = 17.90 ms"));
}

TEST_CASE("in Chinese the table and the picture are, and data for programs stay as they are") {
  const Section section = section_of("deepseek-v3", 64, "zh");
  const Table& table = section.parts.tables.at(0).table;
  CHECK(table.columns.at(1).title == "步骤");
  CHECK(table.rows.at(1).at(2).text == "注意力权重");
  CHECK(table.rows.at(1).at(2).raw == "attention weights");
  CHECK(table.columns.at(2).key == "part");
  const auto& chart = std::get<Chart>(section.parts.pictures.at(0).drawing);
  CHECK(chart.description.find("吐字 注意力权重: ") != std::string::npos);
  CHECK(chart.notes.at(0).starts_with("没算的："));
}

}  // namespace kvtally::step_test
