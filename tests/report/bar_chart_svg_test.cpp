#include <doctest/doctest.h>
#include <fmt/format.h>
#include <limits>
#include <string>

#include "report/bar_chart.hpp"
#include "report/well_formed.hpp"
#include "support/golden.hpp"

namespace kvtally::bar_chart_svg_test {

namespace {

BarChart small_bars() {
  return {"small-bars",
          "Milliseconds of a <step>",
          "Two bars.",
          {"ms", Scale::linear, Measure::number, Units::binary, false},
          {{"MHA",
            "242.5 ms",
            {{"weights", 100, "100 ms", KindFamily::weight}, {"cache", 142.5, "142.5 ms", KindFamily::full}}},
           {"MLA",
            "104 ms",
            {{"weights", 100, "100 ms", KindFamily::weight}, {"cache", 4, "4 ms", KindFamily::latent}}},
           {"no bar", "not published", {}}},
          {{50, "a limit of 50 ms"}},
          {"A note that is below."}};
}

TEST_CASE("stacked bars as SVG") { test::check_golden("tests/golden/report/bars.svg", write_svg(small_bars())); }

TEST_CASE("it is a picture with a title and a description, and each part says its words") {
  const std::string svg = write_svg(small_bars());
  test::XmlReader reader;
  CHECK(reader.read(svg) == "");
  CHECK(reader.values("svg role") == std::vector<std::string>{"img"});
  CHECK(reader.values("svg aria-labelledby") == std::vector<std::string>{"small-bars-title small-bars-desc"});
  CHECK(svg.find("<title>MLA, cache: 4 ms</title>") != std::string::npos);
}

TEST_CASE("a part that is too small for its words has them behind the bar") {
  const std::string svg = write_svg(small_bars());
  CHECK(svg.find(">c 4 ms; 104 ms</text>") != std::string::npos);
  CHECK(svg.find("<tspan class=\"letter plain\">b</tspan> 142.5 ms</text>") != std::string::npos);
}

// The number of the last `name="` before a text.
double number_before(const std::string& svg, const std::string& name, const std::string& text) {
  return std::stod(svg.substr(svg.rfind(name + "=\"", svg.find(text)) + name.size() + 2));
}

TEST_CASE("words behind a bar begin beyond a rule that would cross them, and only then") {
  const std::string words = ">c 4 ms; 104 ms</text>";
  BarChart chart = small_bars();
  const double usual = number_before(write_svg(chart), " x", words);
  chart.rules = {{130, "second"}, {110, "first"}};
  const std::string svg = write_svg(chart);
  CHECK(number_before(svg, " x", words) == doctest::Approx(number_before(svg, "x1", ">second</text>") + 8));
  chart.rules = {{240, "beyond the words"}};
  CHECK(number_before(write_svg(chart), " x", words) == usual);
}

TEST_CASE("a part is as long as its value, from 0 to the end of the longest bar") {
  const std::string svg = write_svg(small_bars());
  // 600 / 242.5 = 2.4742 units a millisecond, from the left edge 92
  CHECK(svg.find("<rect class=\"weight\" fill-opacity=\"0.35\" x=\"92.0\" y=\"77.0\" width=\"247.4\"") !=
        std::string::npos);
  CHECK(svg.find("x=\"339.4\" y=\"77.0\" width=\"352.6\"") != std::string::npos);
}

TEST_CASE("on a logarithmic axis, and bars whose part has their name") {
  BarChart chart = small_bars();
  chart.x.scale = Scale::log2;
  chart.x.measure = Measure::bytes;
  chart.rules.clear();
  chart.bars = {{"a", "16 KiB", {{"a", 16384, "16 KiB", KindFamily::full}}},
                {"b", "1 KiB", {{"b", 1024, "1 KiB", KindFamily::latent}}}};
  const std::string svg = write_svg(chart);
  // the axis runs from 2^9 to 2^15, so that 2^14 stands at 5/6 of 600
  CHECK(svg.find("width=\"500.0\"") != std::string::npos);
  CHECK(svg.find("width=\"100.0\"") != std::string::npos);
  CHECK(svg.find("letter plain\">a<") == std::string::npos);  // no legend
  CHECK(svg.find(">16 KiB</text>") != std::string::npos);
}

TEST_CASE("a logarithmic axis begins where it is told to") {
  BarChart chart = small_bars();
  chart.x = {"times", Scale::log2, Measure::number, Units::binary, true};
  chart.rules.clear();
  chart.bars = {{"four", "", {{"four", 4, "4 x", KindFamily::full}}},
                {"sixteen", "", {{"sixteen", 16, "16 x", KindFamily::full}}}};
  const double width = 600;
  const auto has = [&](double part) {
    return write_svg(chart).find(fmt::format("width=\"{:.1f}\"", width * part)) != std::string::npos;
  };
  CHECK_FALSE(has(0.5));
  chart.from = 1;  // two of four octaves
  CHECK(has(0.5));
}

TEST_CASE("values that have no length are said and not drawn") {
  for (const Scale scale : {Scale::linear, Scale::log2, Scale::log10}) {
    BarChart chart = small_bars();
    chart.x.scale = scale;
    chart.rules = {{std::numeric_limits<double>::quiet_NaN(), "no place"}};
    chart.bars = {
        {"zero", "", {{"cache", 0, "0 ms", KindFamily::full}}},
        {"no number", "", {{"cache", std::numeric_limits<double>::infinity(), "never", KindFamily::full}}}};
    const std::string svg = write_svg(chart);
    test::XmlReader reader;
    CHECK(reader.read(svg) == "");
    CHECK(svg.find(">a 0 ms</text>") != std::string::npos);
    CHECK(svg.find(">a never</text>") != std::string::npos);
    CHECK(svg.find("no place") == std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
  }
}

TEST_CASE("without bars") {
  BarChart chart = small_bars();
  chart.bars.clear();
  chart.rules.clear();
  test::XmlReader reader;
  CHECK(reader.read(write_svg(chart)) == "");
  CHECK(write_svg(chart).find("nothing to draw") != std::string::npos);
}

TEST_CASE("Chinese names push the frame to the right") {
  BarChart chart = small_bars();
  chart.bars[0].name = "多头潜在注意力（它自己的）";
  // 13 characters of 12.5 and 20 beside them
  CHECK(write_svg(chart).find("<rect class=\"frame\" x=\"183\"") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::bar_chart_svg_test
