#include <doctest/doctest.h>

#include "report/chart_svg.hpp"
#include "support/lines.hpp"

namespace kvtally::chart_style_test {

namespace {

TEST_CASE("every rule is of the chart alone, so that a page keeps its own style") {
  for (std::string line : test::lines_of(chart_style())) {
    CAPTURE(line);
    const bool frame = line.starts_with("<") || line.starts_with("@media") || line == "}";
    CHECK((frame || line.starts_with(".kvtally-chart") || line.starts_with(" .kvtally-chart ")));
  }
}

TEST_CASE("each family has its colour on both grounds") {
  const std::string style = chart_style();
  const std::string dark = style.substr(style.find("@media (prefers-color-scheme:dark)"));
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<KindFamily>(i);
    const std::string rule = ".kvtally-chart ." + std::string(name_of(family)) + "{fill:";
    CHECK(style.find(rule + std::string(colours_of(family).light)) < style.size() - dark.size());
    CHECK(dark.find(rule + std::string(colours_of(family).dark)) != std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::chart_style_test
