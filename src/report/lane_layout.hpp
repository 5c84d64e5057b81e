#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "report/lane_chart.hpp"

/// Where the marks of a lane chart stand, in pixels.
namespace kvtally {

/// Where months stand from left to right.
struct LaneScale {
  int first = 0;  // a January
  int last = 0;   // the month at the right edge
  double left = 0;
  double right = 0;

  double at(int month) const;
};

/// From the January of the first mark to a little behind the last one. A chart without marks has one year.
LaneScale scale_of(const LaneChart& chart, double left, double right);

struct PlacedMark {
  double x = 0;
  std::size_t row = 0;
  bool before = false;  // its text ends at its left, where there is no room at its right
};

/// A place for each mark of a lane, in the first row where neither it nor its text touches another; what fits
/// nowhere between the edges has a row of its own.
std::vector<PlacedMark> place(const Lane& lane, const LaneScale& scale);

/// About how wide a text is at 11 px, never less than it is in usual sans-serif faces.
double small_text_width(std::string_view text);

/// How wide a mark's text is.
double text_width(const LaneMark& mark);

/// How far a mark's text is from its month.
inline constexpr double kBesideMark = 10;

}  // namespace kvtally
