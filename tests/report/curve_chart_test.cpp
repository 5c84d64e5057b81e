#include "report/curve_chart.hpp"

#include <doctest/doctest.h>

#include "account/solve.hpp"
#include "core/text.hpp"
#include "report/compiled_in.hpp"
#include "report/well_formed.hpp"
#include "support/lines.hpp"

namespace kvtally::curve_chart_test {

namespace {

Curve curve(const std::string& id, const ContextRange& range = {1024, 131072, {}}) {
  return curve_of(test::model_of(id), "bf16", 1, false, range);
}

double value_at(const Series& series, double x) {
  for (const ChartPoint& point : series.points) {
    if (point.x == x) {
      return point.y;
    }
  }
  return -1;
}

TEST_CASE("one model: its parts, their sum, the bends of its entries") {
  const Chart chart = chart_of({curve("deepseek-v4-flash")}, {});
  REQUIRE(chart.series.size() == 3);
  CHECK(chart.series[0].name == "all that is kept");
  CHECK(chart.series[1].name == "keys, values, latents");
  CHECK(chart.series[1].family == KindFamily::sparse);
  CHECK(chart.series[2].name == "index keys");
  REQUIRE(chart.series[1].bends.size() == 1);
  CHECK(chart.series[1].bends[0].x == 128);
  // 49,408 bytes a token up to 127 (README), and one entry of each rate at 128
  CHECK(value_at(chart.series[1], 64) == doctest::Approx(49408 * 64).epsilon(0.01));
  CHECK(chart.series[1].bends[0].name == "from 128 tokens on 5,536 B for each further one");
  CHECK(chart.series[1].points.front().x == 32);  // a quarter of the window
  CHECK(chart.notes == std::vector<std::string>{"what waits for a pooled entry is counted at its most"});
}

TEST_CASE("a model of one part is one line") {
  const Chart chart = chart_of({curve("deepseek-v3")}, {});
  REQUIRE(chart.series.size() == 1);
  CHECK(chart.series[0].name == "DeepSeek-V3");
  CHECK(chart.series[0].family == KindFamily::latent);
  CHECK(chart.series[0].bends.empty());
  CHECK(value_at(chart.series[0], 131072) == 70272.0 * 131072);
  CHECK(chart.title == "DeepSeek-V3: bytes kept against context");
  CHECK(
      chart.description ==
      "Bytes that are kept against the tokens seen, both axes logarithmic. DeepSeek-V3 keeps 68.625 MiB at 1,024 "
      "tokens, 8.578 GiB at 131,072 tokens.");
}

TEST_CASE("several models: the sum of each, from a quarter of the first window unless a first context is given") {
  const std::vector<Curve> curves{curve("gemma-3-27b"), curve("rwkv-7"), curve("deepseek-v3")};
  const Chart chart = chart_of(curves, {});
  REQUIRE(chart.series.size() == 3);
  CHECK(chart.series[0].points.front().x == 256);  // of 1024
  CHECK(chart.series[2].points.front().x == 256);
  REQUIRE(chart.series[0].bends.size() == 1);
  CHECK(chart.series[0].bends[0].x == 1024);
  CHECK(chart.series[1].points.front().y == chart.series[1].points.back().y);  // a state is flat
  CHECK(chart_of(curves, {Units::binary, true}).series[0].points.front().x == 1024);
  CHECK(chart.title == "Bytes kept against context: 3 models");
}

TEST_CASE("the memory of a device is a limit, with how far the caches reach") {
  Curve shown = curve("deepseek-v3");
  shown.limit = limit_of(shown, {"round", Bytes{70272 * 1000000LL + 5}, "made up"});
  CHECK(shown.limit->longest == Tokens{1000000});
  const Chart chart = chart_of({shown}, {});
  REQUIRE(chart.limits.size() == 1);
  CHECK(chart.limits[0].y == 70272e6 + 5);
  CHECK(chart.limits[0].name == "round: 65.446 GiB");
  CHECK(chart.notes.back() ==
        "in the 65.446 GiB of round, weights not counted, fit: DeepSeek-V3 1,000,000 tokens");
}

TEST_CASE("what fits of several models is one sentence") {
  std::vector<Curve> curves{curve("deepseek-v3"), curve("rwkv-7"), curve("gpt-3-175b")};
  for (Curve& each : curves) {
    each.limit = limit_of(each, {"small", Bytes{30000000}, "made up"});
  }
  curves[2].limit = limit_of(curves[2], {"small", Bytes{1000}, "made up"});
  CHECK(limit_words(curves, Units::decimal) ==
        "in the 30 MB of small, weights not counted, fit: DeepSeek-V3 426 tokens; RWKV-7 Goose 2.9B any context; "
        "GPT-3 175B not even one token");
}

TEST_CASE("in a hybrid the entries have the colour of their own layers") {
  const Chart chart = chart_of({curve("jamba-v0.1")}, {});
  REQUIRE(chart.series.size() == 3);
  CHECK(chart.series[1].family == KindFamily::full);
  CHECK(chart.series[2].family == KindFamily::state);
}

TEST_CASE("decimal units have a decimal axis") {
  const Chart chart = chart_of({curve("deepseek-v3")}, {Units::decimal, false});
  CHECK(chart.y.scale == Scale::log10);
  CHECK(value_words(chart.y, 9210691584) == "9.211 GB");
}

TEST_CASE("every model: no line falls, all are within their sum, and of one context there is a chart") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const Curve whole = curve(id, {1, 300000, {}});
    const Chart chart = chart_of({whole}, {});
    for (const Series& series : chart.series) {
      for (std::size_t i = 0; i < series.points.size(); ++i) {
        const ChartPoint& point = series.points[i];
        CHECK((i == 0 || series.points[i - 1].x < point.x));
        CHECK((i == 0 || series.points[i - 1].y <= point.y));
        CHECK(point.y <= value_at(chart.series.front(), point.x));
      }
    }
    CHECK(test::XmlReader().read(write_svg(chart)) == "");
    for (const std::string& line : test::lines_of(write_plot(chart, {}))) {
      CHECK(display_width(line) <= 80);
    }
    CHECK(write_plot(chart_of({curve(id, {7, 7, {}})}, {Units::binary, true}), {}).find("at 7") !=
          std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::curve_chart_test
