#include <doctest/doctest.h>

#include "report/lanes.hpp"
#include "report/well_formed.hpp"
#include "support/golden.hpp"

namespace kvtally::lane_chart_svg_test {

namespace {

TEST_CASE("lanes as SVG") { test::check_golden("tests/golden/report/lanes.svg", write_svg(test::small_lanes())); }

TEST_CASE("it is a picture with a title and a description; each mark says its words") {
  const std::string svg = write_svg(test::small_lanes());
  test::XmlReader reader;
  CHECK(reader.read(svg) == "");
  CHECK(reader.values("svg role") == std::vector<std::string>{"img"});
  CHECK(reader.values("svg aria-labelledby") == std::vector<std::string>{"small-title small-desc"});
  CHECK(svg.find("<g><title>Old: F x2</title>") != std::string::npos);
  // A ring beside the disc for each of the two that are new, three discs, two keys.
  CHECK(reader.values("circle class").size() == 2 + 3 + 2);
}

TEST_CASE("any lanes are well-formed, within the picture, empty ones too") {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    LaneChart chart = test::random_lanes(random);
    chart.title = chart.description = chart.lanes[0].name = "]]> <!-- \x01\xFF";
    chart.keys = {{KindFamily::state, "<a b=\"&\">"}};
    test::XmlReader reader;
    CHECK(reader.read(write_svg(chart)) == "");
    const double height = std::stod(reader.values("svg height").front());
    for (const std::string& y : reader.values("text y")) {
      CHECK((std::stod(y) >= 0 && std::stod(y) <= height));
    }
    for (const std::string& x : reader.values("circle cx")) {
      CHECK((std::stod(x) >= 24 && std::stod(x) <= 1000));
    }
  }
  test::XmlReader reader;
  CHECK(reader.read(write_svg(LaneChart{"none", "None", "", {}, {}, {}})) == "");
}

}  // namespace

}  // namespace kvtally::lane_chart_svg_test
