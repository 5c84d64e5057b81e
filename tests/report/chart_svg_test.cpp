#include "report/chart_svg.hpp"

#include <doctest/doctest.h>
#include <sstream>

#include "report/charts.hpp"
#include "report/well_formed.hpp"
#include "support/golden.hpp"

namespace kvtally::chart_svg_test {

namespace {

double number(const std::string& text) { return std::stod(text); }

TEST_CASE("a chart as SVG") {
  test::check_golden("tests/golden/report/chart.svg", write_svg(test::small_chart()));
}

TEST_CASE("it is a picture with a title and a description, whose ids are the chart's") {
  const std::string svg = write_svg(test::small_chart());
  test::XmlReader reader;
  CHECK(reader.read(svg) == "");
  CHECK(reader.values("svg role") == std::vector<std::string>{"img"});
  CHECK(reader.values("svg version") == std::vector<std::string>{"1.1"});
  CHECK(reader.values("svg aria-labelledby") == std::vector<std::string>{"small-title small-desc"});
  CHECK(reader.values("title id") == std::vector<std::string>{"small-title"});
  CHECK(reader.values("desc id") == std::vector<std::string>{"small-desc"});
  CHECK(svg.find("<title id=\"small-title\">A &lt;small&gt; &quot;chart&quot; &amp; more</title>") !=
        std::string::npos);
}

TEST_CASE("nothing of it is elsewhere, and no script is in it") {
  const std::string svg = write_svg(test::small_chart());
  for (const char* text : {"href", "url(", "@import", "<script", "http"}) {
    const std::size_t at = svg.find(text);
    CHECK((at == std::string::npos || svg.find("http://www.w3.org/2000/svg") == at));
    CHECK(svg.find(text, at == std::string::npos ? at : at + 1) == std::string::npos);
  }
}

TEST_CASE("an empty chart says so") {
  Chart chart;
  chart.id = "empty";
  test::XmlReader reader;
  CHECK(reader.read(write_svg(chart)) == "");
  CHECK(write_svg(chart).find("nothing to draw") != std::string::npos);
}

TEST_CASE("names of any kind are well-formed") {
  Chart chart = test::small_chart();
  chart.title = chart.description = chart.x.title = chart.limits[0].name = chart.rules[0].name =
      "]]> <!-- \x01\xFF";
  chart.series[0].name = chart.series[0].bends[0].name = chart.series[1].points[0].name = chart.notes[0] =
      "<a b=\"&\">";
  test::XmlReader reader;
  CHECK(reader.read(write_svg(chart)) == "");
}

TEST_CASE("any chart is well-formed, and everything drawn lies within its frame") {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const Chart chart = test::random_chart(random);
    test::XmlReader reader;
    CHECK(reader.read(write_svg(chart)) == "");
    std::istringstream view(reader.values("svg viewBox").front());
    double skipped = 0;
    double width = 0;
    double height = 0;
    view >> skipped >> skipped >> width >> height;
    const auto lefts = reader.values("rect x");
    const auto tops = reader.values("rect y");
    const double left = number(lefts.front());
    const double right = left + number(reader.values("rect width").at(1));
    const double top = number(tops.front());
    const double bottom = top + number(reader.values("rect height").at(1));
    CHECK(right < width);
    CHECK(bottom < height);
    for (const std::string& points : reader.values("polyline points")) {
      std::istringstream pairs(points);
      double x = 0;
      double y = 0;
      for (char comma = 0; pairs >> x >> comma >> y;) {
        CHECK((x >= left && x <= right && y >= top && y <= bottom));
      }
    }
    for (const std::string& y : reader.values("text y")) {
      CHECK((number(y) >= 0 && number(y) <= height));
    }
  }
}

}  // namespace

}  // namespace kvtally::chart_svg_test
