#include <algorithm>

#include "page/lecture.hpp"

namespace kvtally::errata_test {

namespace {

const Table& table_of(const Section& section, const std::string& name) {
  const auto found = std::ranges::find(section.parts.tables, name, &SectionTable::name);
  REQUIRE(found != section.parts.tables.end());
  return found->table;
}

TEST_CASE("the errata, each with what is printed and what is computed") {
  const test::Lecture lecture;
  const Section section = lecture.section("errata");
  CHECK(section.takeaway == "63 of 126 figures are as printed; 30 are wrong.");
  const Table& errata = table_of(section, "errata");
  CHECK(errata.rows.size() == 30);
  for (const auto& row : errata.rows) {
    CAPTURE(row[1].text);
    CHECK_FALSE(row[0].text.empty());
    CHECK_FALSE(row[2].text.empty());
    CHECK_FALSE(row[3].text.empty());
    CHECK_FALSE(row[4].text.empty());
  }
  const auto mimo = std::ranges::find_if(errata.rows, [](const auto& row) { return row[2].text == "5.0 GiB"; });
  REQUIRE(mimo != errata.rows.end());
  CHECK((*mimo)[3].text == "2.836 GiB (3045457920 bytes)");
  CHECK(table_of(section, "errata-smaller").rows.size() == 16);
  CHECK(table_of(section, "errata-unknown").rows.size() == 4);
  CHECK(table_of(section, "errata-unknown").rows.at(0).at(3).text == "refused");
}

TEST_CASE("the table's own cells that differ stand among them") {
  const test::Lecture lecture;
  const Section section = lecture.section("errata");
  const Table& cells = table_of(section, "errata-cells");
  REQUIRE(cells.rows.size() == 8);
  const auto flash = std::ranges::find_if(cells.rows, [](const auto& row) { return row[2].text == "1.5 GiB"; });
  REQUIRE(flash != cells.rows.end());
  CHECK((*flash)[0].text == "GLM-5.3-Flash");
  CHECK((*flash)[1].text == "KV");
  CHECK((*flash)[3].text == "1.4 GiB");
  CHECK((*flash)[4].text ==
        "qk_rope_head_dim is 0 in the config, so a latent row is 512 wide; 1.5 GiB is the figure for 512 + 64.");
}

TEST_CASE("what is no longer as recorded has a table of its own, and leaves the errata") {
  const test::Lecture lecture;
  CheckReport claims = *lecture.sources().claims;
  const auto erratum = std::ranges::find(claims.results, "erratum", &CheckResult::verdict);
  erratum->state = CheckResult::State::failed;
  erratum->why = "3 is expected";
  PageSources sources = lecture.sources();
  sources.claims = &claims;
  const auto page = compose_page(sources, {"errata"});
  REQUIRE(page.has_value());
  const Section& section = page->sections.at(0);
  CHECK(table_of(section, "errata").rows.size() == 29);
  const Table& off = table_of(section, "errata-off");
  REQUIRE(off.rows.size() == 1);
  CHECK(off.rows[0].back().text == "3 is expected");
}

TEST_CASE("a report without claims has no errata") {
  const test::Lecture lecture;
  PageSources sources = lecture.sources();
  sources.claims = nullptr;
  const auto page = compose_page(sources, {"errata"});
  REQUIRE_FALSE(page.has_value());
  CHECK(page.error().at(0).what == "the report names no document of claims");
}

TEST_CASE("the errata in Chinese") {
  const test::Lecture lecture("zh");
  const Section section = lecture.section("errata");
  CHECK(section.takeaway == "126 个数里 63 个与原文一致，30 个有误。");
  CHECK(table_of(section, "errata").title == "勘误");
  CHECK(lecture.words().missing().empty());
}

}  // namespace

}  // namespace kvtally::errata_test
