#include "page/sections/depth_views.hpp"

#include <doctest/doctest.h>

namespace kvtally::depth_views_test {

TEST_CASE("a scatter with lines of one ratio each") {
  const Words words = *Words::of("en");
  const Chart chart = scatter_of({{"a", "A", 27, 7}, {"b", "B", 93, 24}}, {3}, words);
  REQUIRE(chart.series.size() == 3);
  CHECK(chart.series[0].name == "3:1");
  CHECK(chart.series[0].points.back().x == 100);
  CHECK(chart.series[0].points.back().y == 25);
  CHECK(chart.series[2].points.front().name == "B (69:24)");
  CHECK(chart.series[2].points.front().y == 24);
  CHECK(chart.title == "Full layers against all layers: 2 models");
  CHECK(chart.description == "A point for each model. The lines have one ratio each: 3:1; A 7 / 27; B 24 / 93.");
}

TEST_CASE("tables of depths and of readings") {
  const Words words = *Words::of("en");
  CHECK(write_csv(depths_table({{"a", "A", 27, 7}}, words)) ==
        "model,layers,full_layers,ratio,other_layers_per_full_layer\na,27,7,20:7,2.857142857142857\n");
  CHECK(write_csv(readings_table(
            {{"", "all", {17, {0.84, -0.07}, {0.84, -0.07}}}, {"n_", "n", {16, {0.83, -0.11}, {0.85, -0.03}}}},
            words)) ==
        "reading,models,with_full_layers,with_ratio\nall,17,+0.84,-0.07\nn,16,+0.83 to +0.85,-0.11 to -0.03\n");
}

}  // namespace kvtally::depth_views_test
