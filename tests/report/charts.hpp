#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "report/chart.hpp"

/// Charts for the tests of their writers.
namespace kvtally::test {

/// One line with a bend, three points of which two meet, a limit and a rule.
inline Chart small_chart() {
  Chart chart;
  chart.id = "small";
  chart.title = "A <small> \"chart\" & more";
  chart.description = "A line and points.";
  chart.x = {"tokens", Scale::log2, Measure::tokens, Units::binary, true};
  chart.y = {"bytes", Scale::log2, Measure::bytes, Units::binary, false};
  chart.series = {{"line",
                   KindFamily::window,
                   Shape::line,
                   {{1024, 4096, ""}, {2048, 8192, ""}, {16384, 8192, ""}},
                   {{2048, 8192, "bend"}}},
                  {"dots", KindFamily::full, Shape::disc, {{4096, 65536, "p"}, {4096, 65536, "q"}}, {}},
                  {"", KindFamily::weight, Shape::square, {{8192, 1048576, "r"}}, {}}};
  chart.limits = {{262144, "limit"}};
  chart.rules = {{8192, "rule"}};
  chart.notes = {"a note"};
  return chart;
}

/// Series, limits and rules of any size; on any axis, with values that it cannot show among them.
inline Chart random_chart(std::mt19937& random) {
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  const auto words = [&](unsigned count) {
    std::string out;
    for (unsigned i = 0; i < count; ++i) {
      out += (i == 0 ? "" : " ") + std::string(1 + below(9), 'w');
    }
    return out;
  };
  const auto axis = [&] {
    return Axis{"axis", static_cast<Scale>(below(3)), static_cast<Measure>(below(6)), static_cast<Units>(below(2)),
                below(2) == 0};
  };
  const int size = static_cast<int>(below(60));
  const auto value = [&] {
    const unsigned what = below(20);
    return what == 0   ? 0.0
           : what == 1 ? -1.0 * below(100)
           : what == 2 ? std::nan("")
           : what == 3 ? HUGE_VAL
                       : std::exp2(static_cast<double>(below(1000)) / 1000 * size);
  };
  Chart chart;
  chart.id = "random";
  chart.title = words(below(60));
  chart.x = axis();
  chart.y = axis();
  for (unsigned i = below(70); i > 0; --i) {
    Series series{
        words(below(20)), static_cast<KindFamily>(below(kFamilies)), static_cast<Shape>(below(3)), {}, {}};
    series.listed = below(3) > 0;
    for (unsigned p = below(12); p > 0; --p) {
      series.points.push_back({value(), value(), "point"});
    }
    if (below(3) == 0) {
      series.bends.push_back({value(), value(), "bend"});
    }
    chart.series.push_back(std::move(series));
  }
  for (unsigned i = below(3); i > 0; --i) {
    chart.limits.push_back({value(), words(below(30))});
    chart.rules.push_back({value(), words(below(30))});
  }
  return chart;
}

}  // namespace kvtally::test
