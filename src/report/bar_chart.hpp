#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/chart.hpp"

namespace kvtally {

/// A part of a bar. Its family is its colour, `weight` is grey.
struct BarPart {
  std::string name;  // in the legend
  double value = 0;
  std::string words;  // the exact value: "66.2 ms"; beside or in the bar
  KindFamily family = KindFamily::plain;
};

/// A bar from left to right, made of parts.
struct Bar {
  std::string name;  // at its left
  std::string note;  // behind its end, such as the sum
  std::vector<BarPart> parts;
};

/// Horizontal bars over one axis, which starts at 0 when it is linear. On a logarithmic one a bar has one part.
struct BarChart {
  std::string id;
  std::string title;
  std::string description;
  Axis x;
  std::vector<Bar> bars;
  std::vector<VerticalRule> rules;
  std::vector<std::string> notes;
  std::optional<double> from = std::nullopt;  // the left end of a logarithmic axis; nothing: by the shortest bar
};

/// As write_svg of a Chart.
std::string write_svg(const BarChart& chart);

}  // namespace kvtally
