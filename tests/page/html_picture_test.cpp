#include <doctest/doctest.h>

#include "page/html_parts.hpp"
#include "report/chart_svg.hpp"

namespace kvtally::html_picture_test {

TEST_CASE("a picture inside a page: its own ids, no declaration, no style of charts") {
  Chart chart;
  chart.id = "c";
  chart.title = "A & B";
  chart.description = "two";
  chart.series = {{"s", KindFamily::full, Shape::line, {{1, 1, ""}, {2, 3, ""}}, {}, true}};
  const InlinePicture picture = inline_picture({"growth", "", chart});
  CHECK(picture.id == "picture-growth");
  CHECK(picture.title == "A & B");
  CHECK(picture.svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(picture.svg.find("<title id=\"picture-growth-title\">A &amp; B</title>") != std::string::npos);
  CHECK(picture.svg.find("<style") == std::string::npos);
  CHECK(picture.svg.find(" width=\"" + picture.width + "\"") != std::string::npos);
  // What a page has once and what it leaves out is what a standalone picture has.
  chart.id = picture.id;
  std::string whole = write_svg(chart);
  CHECK(whole.find(chart_style()) != std::string::npos);
  whole.erase(whole.find(chart_style()), chart_style().size());
  CHECK(whole.ends_with(picture.svg));
}

}  // namespace kvtally::html_picture_test
