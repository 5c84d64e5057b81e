#include "report/chart.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "report/charts.hpp"

namespace kvtally::chart_test {

namespace {

TEST_CASE("values in the words of their axes") {
  const auto words = [](Measure measure, double value, Units units = Units::binary) {
    return value_words({"", Scale::linear, measure, units, false}, value);
  };
  CHECK(words(Measure::tokens, 131072) == "131,072");
  CHECK(words(Measure::tokens, 0.5) == "0.5");
  CHECK(words(Measure::bytes, 9210691584) == "8.578 GiB");
  CHECK(words(Measure::bytes, 9210691584, Units::decimal) == "9.211 GB");
  CHECK(words(Measure::bytes, 0.25) == "0.25 B");
  CHECK(words(Measure::bytes, 1e300) == "1e+300 B");
  CHECK(words(Measure::flop_per_byte, 241.777) == "241.8 FLOP/byte");
  CHECK(words(Measure::flop_per_byte, 16384.4) == "16,384 FLOP/byte");
  CHECK(words(Measure::flop_per_second, 989.4e12) == "989.4 TFLOP/s");
  CHECK(words(Measure::flop_per_second, 999.96e12) == "1 PFLOP/s");
  CHECK(words(Measure::flop_per_second, 12) == "12 FLOP/s");
  CHECK(words(Measure::number, 1234.5678) == "1235");
  CHECK(words(Measure::number, 134.5e12) == "134.5 T");
  CHECK(words(Measure::number, 1e22) == "1e+22");
  CHECK(words(Measure::month, 12 * 2024 + 2) == "2024-03");
  CHECK(words(Measure::month, 12 * 2024) == "2024-01");
  CHECK(words(Measure::month, 12 * 2023 + 11) == "2023-12");
  CHECK(words(Measure::month, 0.5) == "0.5");
}

TEST_CASE("a row for each line and for each single point, with letters of their own") {
  const std::vector<LegendRow> rows = legend_of(test::small_chart());
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].letter == "a");
  CHECK(words_of(rows[0]) == "line: 8 KiB at 16,384");
  CHECK_FALSE(rows[0].point);
  CHECK(words_of(rows[1]) == "dots p: 64 KiB at 4,096");
  CHECK(words_of(rows[2]) == "dots q: 64 KiB at 4,096");
  CHECK(words_of(rows[3]) == "r: 1 MiB at 8,192");
  CHECK(rows[3].letter == "d");
  CHECK(rows[3].series == 2);
  CHECK(rows[3].point == 0);
}

TEST_CASE("a line that says nothing of its end") {
  Chart chart = test::small_chart();
  chart.series.front().valued = false;
  CHECK(words_of(legend_of(chart).front()) == "line");
}

TEST_CASE("points with one row of the legend for all") {
  Chart chart = test::small_chart();
  chart.series[1].listed = false;
  chart.at = " in ";
  const std::vector<LegendRow> rows = legend_of(chart);
  REQUIRE(rows.size() == 3);
  CHECK(words_of(rows[1]) == "dots");
  CHECK_FALSE(rows[1].point);
  CHECK(rows[2].letter == "c");
  const std::vector<LegendRow> points = points_of(chart, rows[1]);
  REQUIRE(points.size() == 2);
  CHECK(words_of(points[1]) == "dots q: 64 KiB in 4,096");
  CHECK(points[1].letter == "b");
  CHECK(points[1].point == 1);
  CHECK(points_of(chart, rows[0]).empty());
  CHECK(points_of(chart, rows[2]).size() == 1);
}

TEST_CASE("62 letters, then stars") {
  Chart chart;
  chart.series.push_back({"s", KindFamily::plain, Shape::disc, std::vector<ChartPoint>(64, {1, 1, "p"}), {}});
  const std::vector<LegendRow> rows = legend_of(chart);
  CHECK(rows[25].letter == "z");
  CHECK(rows[26].letter == "A");
  CHECK(rows[61].letter == "9");
  CHECK(rows[62].letter == "*");
  CHECK(rows[63].letter == "*");
}

TEST_CASE("what logarithmic axes cannot show is taken out and named") {
  Chart chart = test::small_chart();
  chart.series[0].points.insert(chart.series[0].points.begin(), {512, 0, ""});  // it begins later
  chart.series[1].points.push_back({0, 5, "zero"});
  chart.series[1].points.push_back({5, std::nan(""), "none"});
  chart.series[2].points[0].x = HUGE_VAL;
  chart.series.push_back({"flat", KindFamily::plain, Shape::line, {{1, 0, ""}, {2, 0, ""}}, {{1, 0, "bend"}}});
  chart.limits.push_back({0, "no limit"});
  chart.rules.push_back({-1, "no rule"});
  const Chart shown = drawable(chart);
  CHECK(shown.series.size() == 2);
  CHECK(shown.series[0].points.size() == 3);
  CHECK(shown.series[1].points.size() == 2);
  CHECK(shown.limits.size() == 1);
  CHECK(shown.rules.size() == 1);
  CHECK(shown.notes == std::vector<std::string>{
                           "a note", "not drawn, since a figure is 0 or infinite: dots zero, dots none, r, flat"});
}

TEST_CASE("a linear axis shows zeros") {
  Chart chart = test::small_chart();
  chart.x.scale = chart.y.scale = Scale::linear;
  chart.series[1].points.push_back({0, -5, "zero"});
  CHECK(drawable(chart).series[1].points.size() == 3);
  CHECK(drawable(chart).notes.size() == 1);
}

}  // namespace

}  // namespace kvtally::chart_test
