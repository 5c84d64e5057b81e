#include <doctest/doctest.h>

#include "report/chart_svg.hpp"
#include "report/charts.hpp"

namespace kvtally::chart_svg_marks_test {

namespace {

struct Drawn {
  Chart chart = drawable(test::small_chart());
  std::vector<LegendRow> legend = legend_of(chart);
  Frame frame = frame_of(chart, 9, 9);
  Plane plane{chart, frame, {100, 50, 400, 200}, legend};
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++out;
  }
  return out;
}

TEST_CASE("a line, its bend, discs and squares; each says what it is") {
  const Drawn drawn;
  const std::string svg = series_svg(drawn.plane);
  // x: 1024 to 16384 are four octaves of 100 each; y: 2048 to 2097152 are ten of 20 each.
  CHECK(svg.starts_with(
      "<g data-row=\"0\">\n<polyline class=\"line window\" points=\"100.0,230.0 200.0,210.0 500.0,210.0\">"
      "<title>line: 8 KiB at 16,384</title></polyline>\n"
      "<circle class=\"bend window\" cx=\"200.0\" cy=\"210.0\" r=\"4\"><title>line: "
      "bend</title></circle>\n</g>\n"));
  CHECK(count(svg, "<circle class=\"disc full\" cx=\"300.0\" cy=\"150.0\" r=\"5\">") == 2);
  CHECK(svg.find("<rect class=\"hollow weight\" x=\"395.5\" y=\"65.5\"") != std::string::npos);
}

TEST_CASE("what belongs to a row of the legend has its number") {
  CHECK(row_group(2, "<a/>\n") == "<g data-row=\"2\">\n<a/>\n</g>\n");
  CHECK(row_group(0, "", "key") == "<g class=\"key\" data-row=\"0\">\n</g>\n");
  const Drawn drawn;
  for (const std::string& svg : {series_svg(drawn.plane), letters_svg(drawn.plane)}) {
    CHECK(count(svg, "<g data-row=") == drawn.legend.size());
  }
}

TEST_CASE("limits and rules with their names") {
  const Drawn drawn;
  const std::string svg = limits_svg(drawn.plane);
  CHECK(svg.find("x1=\"100\" y1=\"110.0\" x2=\"500\" y2=\"110.0\"") != std::string::npos);
  CHECK(svg.find("y=\"103.0\">limit</text>") != std::string::npos);
  CHECK(svg.find("x1=\"400.0\" y1=\"50\" x2=\"400.0\" y2=\"250\"") != std::string::npos);
  CHECK(svg.find("text-anchor=\"end\">rule</text>") != std::string::npos);
}

TEST_CASE("a letter for each row of the legend, at a place of its own") {
  const Drawn drawn;
  const std::string svg = letters_svg(drawn.plane);
  for (const char* letter : {">a<", ">b<", ">c<", ">d<"}) {
    CHECK(count(svg, letter) == 2);  // and its halo
  }
  const auto place_of = [&](const std::string& letter) {
    const std::size_t end = svg.find(" text-anchor=\"middle\">" + letter + "<");
    return svg.substr(svg.rfind(" x=", end), end - svg.rfind(" x=", end));
  };
  CHECK(place_of("b") != place_of("c"));  // whose points meet
}

TEST_CASE("lines of one colour have dashes of their own") {
  Drawn drawn;
  Series other = drawn.chart.series.front();
  other.name = "other";
  drawn.chart.series.push_back(other);
  drawn.legend = legend_of(drawn.chart);
  CHECK(count(series_svg(drawn.plane), "stroke-dasharray=\"9 4\"") == 1);
  CHECK(legend_row_svg(drawn.chart, drawn.legend.back(), 10, 20).find("stroke-dasharray=\"9 4\"") !=
        std::string::npos);
  CHECK(legend_row_svg(drawn.chart, drawn.legend.front(), 10, 20).find("dasharray") == std::string::npos);
}

TEST_CASE("a line of one point is seen") {
  Drawn drawn;
  drawn.chart.series.front().points.resize(1);
  CHECK(series_svg(drawn.plane).find("<circle class=\"disc window\" cx=\"100.0\"") != std::string::npos);
}

TEST_CASE("points with one row of the legend: a mark for each, a letter where none of theirs is yet") {
  Drawn drawn;
  drawn.chart.series[1].listed = false;  // two points that meet
  drawn.chart.series[1].points.push_back({1024, 4096, "s"});
  drawn.legend = legend_of(drawn.chart);
  REQUIRE(drawn.legend.size() == 3);
  CHECK(count(letters_svg(drawn.plane), ">b<") == 4);  // at two places, each with its halo
  const std::string marks = series_svg(drawn.plane);
  CHECK(count(marks, "<circle class=\"disc full\"") == 3);
  CHECK(marks.find("<title>dots s: 4 KiB at 1,024</title>") != std::string::npos);
  CHECK(legend_row_svg(drawn.chart, drawn.legend[1], 10, 20).find("<circle") == 0);
}

}  // namespace

}  // namespace kvtally::chart_svg_marks_test
