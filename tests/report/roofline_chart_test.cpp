#include "report/roofline_chart.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/rooflines.hpp"
#include "report/well_formed.hpp"
#include "support/lines.hpp"

namespace kvtally::roofline_chart_test {

namespace {

const Series& named(const Chart& chart, const std::string& name) {
  const auto found = std::ranges::find(chart.series, name, &Series::name);
  REQUIRE(found != chart.series.end());
  return *found;
}

TEST_CASE("the roof of a device with round figures: 1 TB/s and 200 TFLOP/s meet at 200") {
  const Chart chart = chart_of({test::roofline("llama-2-7b", test::question(4096))});
  const Series& roof = chart.series.front();
  CHECK(roof.name == "1 TB/s, then 200 TFLOP/s bf16");
  REQUIRE(roof.points.size() == 3);
  CHECK(roof.points[0].y == roof.points[0].x * 1e12);
  CHECK(roof.points[1].x == 200);
  CHECK(roof.points[1].y == 200e12);
  CHECK(roof.points[2].x == 400);
  REQUIRE(chart.rules.size() == 1);
  CHECK(chart.rules[0].name == "ridge 200.00 (bf16)");
  CHECK(chart.title == "Llama 2 7B on A device with round figures: decode at 4,096 tokens, 1 request");
}

TEST_CASE("a cache of one head for each query: one multiply-add for each element of two bytes") {
  const Chart chart = chart_of({test::roofline("llama-2-7b", test::question(4096))});
  for (const Series& series : chart.series) {
    if (series.family == KindFamily::full) {
      REQUIRE(series.points.size() == 2);  // its entries, and what is written, which multiplies nothing
      CHECK(series.points[0].name == "mha entries");
      CHECK(series.points[0].x == 1);
      CHECK(series.points[0].y == 1e12);
    }
  }
  CHECK(drawable(chart).notes.back() ==
        "not drawn, since a figure is 0 or infinite: decode embedding rows, decode norms, decode written (mha)");
}

TEST_CASE("prefill stands beside decode, in squares") {
  RooflineQuestion question = test::question(4096);
  question.prefill = Prefill{Tokens{0}, Tokens{2048}, 0, 1, false, {}, {}};
  const Chart chart = chart_of({test::roofline("llama-2-7b", question)});
  CHECK(named(chart, "prefill").shape == Shape::square);
  CHECK(named(chart, "decode").shape == Shape::disc);
  CHECK(chart.title.ends_with("; prefill of 2,048"));
}

TEST_CASE("several models are named") {
  const Chart chart = chart_of(
      {test::roofline("llama-2-7b", test::question(4096)), test::roofline("mistral-7b", test::question(4096))});
  CHECK(named(chart, "Llama 2 7B decode").shape == Shape::disc);
  CHECK(chart.title == "A device with round figures: decode at 4,096 tokens, 1 request");
}

TEST_CASE("a device without a published peak has a slope alone") {
  Device device = test::round_device();
  device.peaks.clear();
  const Chart chart = chart_of({test::roofline("llama-2-7b", test::question(4096), device)});
  CHECK(chart.series.front().name == "1 TB/s; peak not published");
  CHECK(chart.series.front().points.size() == 2);
  CHECK(words_of(legend_of(chart).front()) == "1 TB/s; peak not published");
  CHECK(chart.rules.empty());
}

TEST_CASE("no point of any model stands above the roof") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    const auto weights = weight_load_for(model, {});
    if (!weights) {
      continue;
    }
    RooflineQuestion question = test::question(8192, 4);
    question.prefill = Prefill{Tokens{0}, Tokens{1024}, 0, 1, false, {}, {}};
    const auto r = roofline_of(model, *weights, {test::round_device(), false}, question);
    REQUIRE(r);
    const Chart chart = drawable(chart_of({*r}));
    for (const Series& series : chart.series) {
      for (const ChartPoint& point : series.points) {
        CAPTURE(point.name);
        const bool roof = series.shape == Shape::line;
        CHECK((roof || point.y <= std::min(point.x * 1e12, 200e12) * (1 + 1e-9)));
      }
    }
    CHECK(legend_of(chart).size() > 2);
    CHECK(test::XmlReader().read(write_svg(chart)) == "");
    for (const std::string& line : test::lines_of(write_plot(chart, {}))) {
      CHECK(display_width(line) <= 80);
    }
  }
}

}  // namespace

}  // namespace kvtally::roofline_chart_test
