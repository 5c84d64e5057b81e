#include <algorithm>
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/charts.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::chart_braille_test {

namespace {

TEST_CASE("a chart in a terminal: dots and colours, dots alone, ASCII alone") {
  const Chart chart = test::small_chart();
  test::check_golden("tests/golden/report/chart-colour.txt", write_plot(chart, {true, 100, false}));
  test::check_golden("tests/golden/report/chart.txt", write_plot(chart, {false, 100, false}));
  test::check_golden("tests/golden/report/chart-ascii.txt", write_plot(chart, {false, 60, true}));
}

TEST_CASE("colour changes nothing but colour") {
  std::string coloured = write_plot(test::small_chart(), {true, 100, false});
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  CHECK(coloured == write_plot(test::small_chart(), {false, 100, false}));
}

TEST_CASE("any chart is at most 80 columns wide, and ASCII where only that is wanted") {
  std::mt19937 random(3);
  for (int i = 0; i < 600; ++i) {
    const Chart chart = test::random_chart(random);
    const std::size_t width = 60 + random() % 41;
    const bool ascii = i % 2 == 0;
    const std::string plot = write_plot(chart, {false, width, ascii});
    for (const std::string& line : test::lines_of(plot)) {
      CHECK_MESSAGE(display_width(line) <= std::min<std::size_t>(80, width), line);
    }
    CHECK((!ascii || std::ranges::all_of(plot, [](char c) { return static_cast<unsigned char>(c) < 0x80; })));
  }
}

TEST_CASE("a chart of nothing, of one point, of equal values") {
  CHECK(write_plot(Chart{}, {}).find("nothing to draw") != std::string::npos);
  Chart chart = test::small_chart();
  chart.limits.clear();
  chart.rules.clear();
  chart.series.resize(1);
  chart.series[0].bends.clear();
  chart.series[0].points = {{1024, 4096, ""}};
  CHECK(write_plot(chart, {}).find("a  line: 4 KiB at 1,024\n") != std::string::npos);
  chart.series[0].points = {{1024, 4096, ""}, {1024, 4096, ""}};
  CHECK(write_plot(chart, {}).find("a  line: 4 KiB at 1,024\n") != std::string::npos);
}

TEST_CASE("points that meet are a star") {
  const std::string plot = write_plot(test::small_chart(), {});
  CHECK(plot.find('*') != std::string::npos);
  CHECK(plot.find("b  dots p: 64 KiB at 4,096\nc  dots q: 64 KiB at 4,096\n") != std::string::npos);
}

TEST_CASE("points with one row of the legend that meet keep their letter") {
  Chart chart = test::small_chart();
  chart.series[1].listed = false;
  const std::string plot = write_plot(chart, {});
  CHECK(plot.find('*') == std::string::npos);
  CHECK(plot.find("b  dots\nc  r: 1 MiB at 8,192\n") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::chart_braille_test
