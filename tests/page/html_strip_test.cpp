#include "page/html_models.hpp"
#include "page/lecture.hpp"

namespace kvtally::html_strip_test {

namespace {

const ModelRow& row_of(const ModelTable& table, const std::string& id) {
  for (const ModelRow& row : table.rows) {
    if (row.id == id) {
      return row;
    }
  }
  FAIL("no row " << id);
  return table.rows.front();
}

TEST_CASE("a strip has a cell a layer of the cycle, the whole in runs, and words for both") {
  const test::Lecture lecture;
  const ModelTable& table = *lecture.sources().table;
  const std::string strip = html_strip(row_of(table, "gemma-3-27b"), lecture.words());
  CHECK(strip.starts_with(
      "<span class=\"strip unit\" role=\"img\" aria-label=\"62 layers: 10 grouped-query attention, 52 "
      "sliding-window "
      "attention; in order: [SWA x5, FULL] x10, SWA x2\" style=\"--n:6\">"
      "<i class=\"k-window\" style=\"flex:5\"><b>S</b><b>S</b><b>S</b><b>S</b><b>S</b></i>"
      "<i class=\"k-full\" style=\"flex:1\"><b>F</b></i></span>"
      "<span class=\"strip whole\" aria-hidden=\"true\"><i class=\"k-window\" style=\"flex:5\"></i>"));
  CHECK(
      strip.ends_with("<i class=\"k-window\" style=\"flex:2\"></i></span>"
                      "<small aria-hidden=\"true\">[SWA x5, FULL] x10, SWA x2</small>"));
}

TEST_CASE("the layers of every strip add up") {
  const test::Lecture lecture;
  for (const ModelRow& row : lecture.sources().table->rows) {
    CAPTURE(row.id);
    const std::string strip = html_strip(row, lecture.words());
    const std::size_t whole = strip.find("strip whole");
    std::int64_t layers = 0;
    for (std::size_t at = strip.find("flex:", whole); at != std::string::npos; at = strip.find("flex:", at + 1)) {
      layers += std::stoll(strip.substr(at + 5));
    }
    CHECK(layers == row.layers);
  }
}

}  // namespace

}  // namespace kvtally::html_strip_test
