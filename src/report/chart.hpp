#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/print.hpp"
#include "report/kind_family.hpp"
#include "report/table.hpp"

namespace kvtally {

enum class Scale : std::uint8_t { linear, log2, log10 };

/// What the values of an axis are, which says how they are printed.
enum class Measure : std::uint8_t { number, tokens, bytes, flop_per_byte, flop_per_second };

struct Axis {
  std::string title;
  Scale scale = Scale::linear;
  Measure measure = Measure::number;
  Units units = Units::binary;  // of bytes
  bool tight = false;           // from the first value to the last one; else widened to whole steps
};

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::string name;  // of the point alone; may be empty
};

/// How a series is drawn: one line through its points, or each point on its own.
enum class Shape : std::uint8_t { line, disc, square };

struct Series {
  std::string name;
  KindFamily family = KindFamily::plain;
  Shape shape = Shape::line;
  std::vector<ChartPoint> points;  // of a line: in order
  std::vector<ChartPoint> bends;   // where another straight piece begins; marked on the line
  bool valued = true;              // of a line: the legend says where it ends
};

/// A level that values may not pass, such as a machine's memory: drawn from side to side.
struct Limit {
  double y = 0;
  std::string name;
};

/// A place on the x-axis: drawn from top to bottom.
struct VerticalRule {
  double x = 0;
  std::string name;
};

/// A chart as data, before a format is chosen: positions are approximate numbers, whatever they were made of.
struct Chart {
  std::string id;           // of its parts in a page: letters, digits and hyphens
  std::string title;        // one line
  std::string description;  // the same in words, for those who do not see it
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Limit> limits;
  std::vector<VerticalRule> rules;
  std::vector<std::string> notes;  // below it
};

/// A row of the legend: a line, or a point that stands on its own.
struct LegendRow {
  std::string letter;  // "a" to "z", "A" to "Z", "0" to "9", then "*"
  std::string name;
  std::string value;  // where a line ends or a point stands: "8.578 GiB at 131,072"; may be empty
  std::size_t series = 0;
  std::optional<std::size_t> point;  // nothing: the whole line
};

/// The letter of the row of that index of a legend, so that colour is never the only carrier; "*" beyond the last.
std::string legend_letter(std::size_t index);

/// The chart without what its axes cannot show: values that are no numbers, and on a logarithmic axis those that
/// are not above 0. A note says what is gone; a series of which nothing is left goes with its points.
Chart drawable(Chart chart);

/// The rows of the legend, series by series; every one has a letter.
std::vector<LegendRow> legend_of(const Chart& chart);

/// "NAME: VALUE" of a row, or its name alone.
std::string words_of(const LegendRow& row);

/// A value in the words of its axis: "8.578 GiB", "131,072", "9.566 TFLOP/s".
std::string value_words(const Axis& axis, double value);

/// A standalone SVG 1.1 with a title and a description, readable on light and on dark grounds. Inside a page its
/// ids begin with the chart's, and its style stays in it.
std::string write_svg(const Chart& chart);

/// For a terminal, at most 80 columns: lines of braille dots with letters on them, a legend below.
std::string write_plot(const Chart& chart, const Look& look);

}  // namespace kvtally
