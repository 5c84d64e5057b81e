#include <fmt/format.h>

#include "report/chart_svg.hpp"

namespace kvtally {

namespace {

struct Ground {
  std::string_view paper;
  std::string_view grid;
  std::string_view frame;
  std::string_view limit;
};

constexpr Ground kLight{"#ffffff", "#e3e3e3", "#8a8a8a", "#b3261e"};
constexpr Ground kDark{"#14171c", "#30353d", "#8a8f98", "#ff8a80"};

// Renderers without custom properties are many, so that every colour is written out.
std::string colours(const Ground& ground, bool dark, std::string_view indent) {
  const auto colour = [&](KindFamily family) { return dark ? colours_of(family).dark : colours_of(family).light; };
  std::string out;
  const auto rule = [&](std::string_view selector, std::string_view body) {
    out += fmt::format("{}.kvtally-chart {}{{{}}}\n", indent, selector, body);
  };
  rule(".ground", fmt::format("fill:{}", ground.paper));
  rule("text", fmt::format("fill:{}", colour(KindFamily::plain)));
  rule(".grid", fmt::format("stroke:{}", ground.grid));
  rule(".frame", fmt::format("stroke:{}", ground.frame));
  rule(".limit", fmt::format("stroke:{}", ground.limit));
  rule("text.limit-name", fmt::format("fill:{}", ground.limit));
  rule("text.halo", fmt::format("fill:{0};stroke:{0}", ground.paper));
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<KindFamily>(i);
    const std::string name(name_of(family));
    rule(fmt::format(".{}", name), fmt::format("fill:{0};stroke:{0}", colour(family)));
    rule(fmt::format(".letter.{}", name), fmt::format("fill:{}", colour(family)));
  }
  rule(".bend", fmt::format("fill:{}", ground.paper));
  rule(".hollow", fmt::format("fill:{}", ground.paper));
  return out;
}

}  // namespace

std::string chart_style() {
  std::string out = "<style type=\"text/css\">\n";
  out += ".kvtally-chart{color-scheme:light dark}\n";
  out += ".kvtally-chart .head{font-size:16px;font-weight:600}\n";
  out += ".kvtally-chart .axis{font-size:13px}\n";
  out += ".kvtally-chart .letter,.kvtally-chart .halo{font-weight:700}\n";
  out += ".kvtally-chart .frame{stroke-width:1}\n";
  out += ".kvtally-chart .limit{stroke-width:1.5;stroke-dasharray:7 5}\n";
  out += ".kvtally-chart .bend,.kvtally-chart .hollow{stroke-width:2}\n";
  out += colours(kLight, false, "");
  out += "@media (prefers-color-scheme:dark){\n" + colours(kDark, true, " ") + "}\n";
  // Behind the colours: what is a line has no inside, and what is a letter no edge.
  out += ".kvtally-chart .line,.kvtally-chart .frame{fill:none}\n";
  out += ".kvtally-chart .line{stroke-width:2;stroke-linejoin:round}\n";
  out += ".kvtally-chart .halo{stroke-width:4;stroke-linejoin:round}\n";
  out += ".kvtally-chart text.letter,.kvtally-chart tspan.letter{stroke:none}\n";
  return out + "</style>\n";
}

}  // namespace kvtally
