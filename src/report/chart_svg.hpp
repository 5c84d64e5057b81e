#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/chart.hpp"
#include "report/chart_scale.hpp"

/// The parts of an SVG that stand inside the frame, and its style.
namespace kvtally {

/// The frame, in user units.
struct Box {
  double left;
  double top;
  double width;
  double height;
};

/// A drawable chart and where its values stand.
struct Plane {
  const Chart& chart;
  const Frame& frame;
  Box box;
  const std::vector<LegendRow>& legend;

  double x(double value) const { return box.left + frame.x.at(value) * box.width; }
  double y(double value) const { return box.top + (1 - frame.y.at(value)) * box.height; }
};

/// The style element: colours on a light and on a dark ground, all of them of class kvtally-chart alone.
std::string chart_style();

/// Limits and rules with their names.
std::string limits_svg(const Plane& plane);

/// Parts that belong to a row of the legend: `data-row` is its number from 0, by which a page's script finds them.
/// A `name` is the group's class; "key" is the row itself.
std::string row_group(std::size_t row, std::string_view parts, std::string_view name = {});

/// Lines with their bends, and points; each says its name and value to who points at it.
std::string series_svg(const Plane& plane);

/// The letters on lines and at points, where none covers another as long as there is room.
std::string letters_svg(const Plane& plane);

/// A row of the legend: how it is drawn, its letter and its name.
std::string legend_row_svg(const Chart& chart, const LegendRow& row, double x, double y);

}  // namespace kvtally
