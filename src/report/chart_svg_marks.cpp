#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "report/chart_svg.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 4> kDashes{"", " stroke-dasharray=\"9 4\"", " stroke-dasharray=\"3 3\"",
                                                  " stroke-dasharray=\"12 4 3 4\""};

// Lines of one colour are told apart by their dashes.
std::string_view dash_of(const Chart& chart, std::size_t index) {
  std::size_t before = 0;
  for (std::size_t i = 0; i < index; ++i) {
    before +=
        chart.series[i].shape == Shape::line && chart.series[i].family == chart.series[index].family ? 1U : 0U;
  }
  return kDashes.at(before % kDashes.size());
}

std::string spoken(const LegendRow& row) { return xml(words_of(row)); }

std::string mark_svg(Shape shape, KindFamily family, double x, double y, const std::string& title) {
  if (shape == Shape::square) {
    return fmt::format(
        "<rect class=\"hollow {}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"9\" height=\"9\"><title>{}</title></rect>\n",
        name_of(family), x - 4.5, y - 4.5, title);
  }
  return fmt::format("<circle class=\"disc {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{}</title></circle>\n",
                     name_of(family), x, y, title);
}

std::string line_svg(const Plane& plane, const LegendRow& row) {
  const Series& series = plane.chart.series[row.series];
  std::string points;
  for (const ChartPoint& point : series.points) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", plane.x(point.x), plane.y(point.y));
  }
  const std::string_view family = name_of(series.family);
  std::string out = fmt::format("<polyline class=\"line {}\"{} points=\"{}\"><title>{}</title></polyline>\n",
                                family, dash_of(plane.chart, row.series), points, spoken(row));
  if (series.points.size() == 1) {
    out += mark_svg(Shape::disc, series.family, plane.x(series.points[0].x), plane.y(series.points[0].y),
                    spoken(row));
  }
  for (const ChartPoint& bend : series.bends) {
    out +=
        fmt::format("<circle class=\"bend {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>\n",
                    family, plane.x(bend.x), plane.y(bend.y), xml(fmt::format("{}: {}", series.name, bend.name)));
  }
  return out;
}

struct Spot {
  double x;
  double y;
};

// Gives letters places that are free of other letters.
class Letters {
 public:
  // The first of the spots that is free, or the first of all.
  Spot place(const std::vector<Spot>& spots) {
    const auto free = std::ranges::find_if(spots, [&](const Spot& spot) {
      return std::ranges::none_of(taken_, [&](const Spot& other) {
        return std::abs(spot.x - other.x) < 11 && std::abs(spot.y - other.y) < 13;
      });
    });
    const Spot out = free == spots.end() ? spots.front() : *free;
    taken_.push_back(out);
    return out;
  }

  void take(Spot spot) { taken_.push_back(spot); }

 private:
  std::vector<Spot> taken_;
};

// Above the line, from its end back to its beginning.
std::vector<Spot> spots_on(const Plane& plane, const Series& series) {
  std::vector<Spot> out;
  for (auto point = series.points.rbegin(); point != series.points.rend(); ++point) {
    const double x = std::min(plane.x(point->x), plane.box.left + plane.box.width - 10);
    const double y = std::max(plane.y(point->y) - 8, plane.box.top + 10);
    out.push_back({x, y});
  }
  return out;
}

std::vector<Spot> spots_around(double x, double y) {
  std::vector<Spot> out;
  for (const double far : {11.0, 20.0, 30.0}) {
    for (const auto& [right, down] :
         {std::pair{1.0, -0.6}, {1.0, 1.0}, {-1.0, -0.6}, {-1.0, 1.0}, {0.0, -1.0}, {0.0, 1.4}}) {
      out.push_back({x + right * far, y + 4 + down * far});
    }
  }
  return out;
}

}  // namespace

std::string limits_svg(const Plane& plane) {
  const Box& box = plane.box;
  std::string out;
  for (const Limit& limit : plane.chart.limits) {
    const double y = plane.y(limit.y);
    const double text = y - box.top < 20 ? y + 16 : y - 7;
    out += fmt::format("<line class=\"limit\" x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\"/>\n", y,
                       box.left, box.left + box.width);
    out += fmt::format("<text class=\"limit-name\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", box.left + 8, text,
                       xml(limit.name));
  }
  for (const VerticalRule& rule : plane.chart.rules) {
    const double x = plane.x(rule.x);
    const bool left = x > box.left + box.width / 2;
    out += fmt::format("<line class=\"limit\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x, box.top,
                       box.top + box.height);
    out += fmt::format("<text class=\"limit-name\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                       left ? x - 7 : x + 7, box.top + box.height - 9, left ? "end" : "start", xml(rule.name));
  }
  return out;
}

std::string row_group(std::size_t row, std::string_view parts, std::string_view name) {
  const std::string as = name.empty() ? "" : fmt::format(" class=\"{}\"", name);
  return fmt::format("<g{} data-row=\"{}\">\n{}</g>\n", as, row, parts);
}

std::string series_svg(const Plane& plane) {
  std::string out;
  for (std::size_t i = 0; i < plane.legend.size(); ++i) {
    const LegendRow& row = plane.legend[i];
    const Series& series = plane.chart.series[row.series];
    if (row.point) {
      const ChartPoint& point = series.points[*row.point];
      out += row_group(i, mark_svg(series.shape, series.family, plane.x(point.x), plane.y(point.y), spoken(row)));
    } else {
      out += row_group(i, line_svg(plane, row));
    }
  }
  return out;
}

std::string letters_svg(const Plane& plane) {
  Letters letters;
  for (const LegendRow& row : plane.legend) {
    if (row.point) {
      const ChartPoint& point = plane.chart.series[row.series].points[*row.point];
      letters.take({plane.x(point.x), plane.y(point.y) + 4});
    }
  }
  std::string out;
  for (std::size_t i = 0; i < plane.legend.size(); ++i) {
    const LegendRow& row = plane.legend[i];
    const Series& series = plane.chart.series[row.series];
    const auto spots =
        row.point ? spots_around(plane.x(series.points[*row.point].x), plane.y(series.points[*row.point].y))
                  : spots_on(plane, series);
    const Spot spot = letters.place(spots);
    // Twice: below itself in the colour of the ground, so that it stands out from the lines that it is on.
    std::string texts;
    for (const std::string& name : {std::string("halo"), fmt::format("letter {}", name_of(series.family))}) {
      texts += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", name,
                           spot.x, spot.y, row.letter);
    }
    out += row_group(i, texts);
  }
  return out;
}

std::string legend_row_svg(const Chart& chart, const LegendRow& row, double x, double y) {
  const Series& series = chart.series[row.series];
  const std::string mark =
      row.point
          ? mark_svg(series.shape, series.family, x + 10, y - 4, spoken(row))
          : fmt::format("<line class=\"line {}\"{} x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                        name_of(series.family), dash_of(chart, row.series), x, y - 4, x + 20, y - 4);
  return mark + fmt::format(
                    "<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\"><tspan class=\"letter {}\">{}</tspan> "
                    "{}<title>{}</title></text>\n",
                    x + 26, y, name_of(series.family), row.letter, xml(row.name), spoken(row));
}

}  // namespace kvtally
