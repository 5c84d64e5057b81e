#include "report/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kvtally {

namespace {

bool can_be_drawn(const Axis& axis, double value) {
  return std::isfinite(value) && (axis.scale == Scale::linear || value > 0);
}

bool can_be_drawn(const Chart& chart, const ChartPoint& point) {
  return can_be_drawn(chart.x, point.x) && can_be_drawn(chart.y, point.y);
}

// What to call a point of a series in a note.
std::string point_name(const Series& series, const ChartPoint& point) {
  if (point.name.empty()) {
    return series.name;
  }
  return series.name.empty() ? point.name : series.name + " " + point.name;
}

std::string scaled(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 7> kPrefixes{"", "k", "M", "G", "T", "P", "E"};
  std::size_t prefix = 0;
  while (value >= 999.95 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return fmt::format("{:.4g} {}{}", value, kPrefixes.at(prefix), unit);
}

std::string point_place(const Chart& chart, const ChartPoint& point) {
  return value_words(chart.y, point.y) + chart.at + value_words(chart.x, point.x);
}

LegendRow legend_row(const Chart& chart, std::size_t series, std::size_t point, std::string letter) {
  const ChartPoint& place = chart.series[series].points[point];
  return {std::move(letter), point_name(chart.series[series], place), point_place(chart, place), series, point};
}

std::string month_words(double value) {
  const double year = std::floor(value / 12);
  return fmt::format("{:04}-{:02}", static_cast<std::int64_t>(year),
                     static_cast<std::int64_t>(value - 12 * year) + 1);
}

constexpr double kCounted = 1e6;      // numbers from here on are written with a prefix: "134.5 T"
constexpr double kMostScaled = 1e21;  // the prefixes end
constexpr double kMostWhole = 9e15;   // below 2^53 every whole number is exact

}  // namespace

std::string legend_letter(std::size_t index) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return index < kLetters.size() ? std::string(1, kLetters[index]) : "*";
}

Chart drawable(Chart chart) {
  std::vector<std::string> gone;
  for (Series& series : chart.series) {
    const std::size_t before = series.points.size();
    std::vector<std::string> names;
    std::erase_if(series.points, [&](const ChartPoint& point) {
      if (can_be_drawn(chart, point)) {
        return false;
      }
      names.push_back(point_name(series, point));
      return true;
    });
    std::erase_if(series.bends, [&](const ChartPoint& point) { return !can_be_drawn(chart, point); });
    // Of a line that begins later there is nothing to say: it is seen.
    if (series.shape != Shape::line || (series.points.empty() && before > 0)) {
      gone.insert(gone.end(), names.begin(), series.shape == Shape::line ? names.begin() + 1 : names.end());
    }
  }
  std::erase_if(chart.series, [](const Series& series) { return series.points.empty(); });
  std::erase_if(chart.limits, [&](const Limit& limit) { return !can_be_drawn(chart.y, limit.y); });
  std::erase_if(chart.rules, [&](const VerticalRule& rule) { return !can_be_drawn(chart.x, rule.x); });
  if (!gone.empty()) {
    chart.notes.push_back(fmt::format("not drawn, since a figure is 0 or infinite: {}", fmt::join(gone, ", ")));
  }
  return chart;
}

std::vector<LegendRow> legend_of(const Chart& chart) {
  std::vector<LegendRow> out;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    if (series.shape == Shape::line || !series.listed) {
      const bool ends = series.shape == Shape::line && series.valued && !series.points.empty();
      const std::string value = ends ? point_place(chart, series.points.back()) : "";
      out.push_back({legend_letter(out.size()), series.name, value, s, std::nullopt});
      continue;
    }
    for (std::size_t p = 0; p < series.points.size(); ++p) {
      out.push_back(legend_row(chart, s, p, legend_letter(out.size())));
    }
  }
  return out;
}

std::vector<LegendRow> points_of(const Chart& chart, const LegendRow& row) {
  if (row.point) {
    return {row};
  }
  const Series& series = chart.series[row.series];
  std::vector<LegendRow> out;
  for (std::size_t p = 0; series.shape != Shape::line && p < series.points.size(); ++p) {
    out.push_back(legend_row(chart, row.series, p, row.letter));
  }
  return out;
}

std::string words_of(const LegendRow& row) {
  return row.value.empty() ? row.name : fmt::format("{}: {}", row.name, row.value);
}

std::string value_words(const Axis& axis, double value) {
  const bool whole = std::abs(value) < kMostWhole && value == std::floor(value);
  switch (axis.measure) {
    case Measure::tokens: return whole ? print_nearest(value) : fmt::format("{:g}", value);
    case Measure::bytes:
      return value < 1 || value > 9e18 ? fmt::format("{:.4g} B", value)
                                       : print_bytes(Bytes{nearest_whole(value)}, axis.units);
    case Measure::flop_per_byte:
      return value >= 1000 ? print_nearest(value) + " FLOP/byte" : fmt::format("{:.4g} FLOP/byte", value);
    case Measure::flop_per_second: return scaled(value, "FLOP/s");
    case Measure::month:
      if (whole) {
        return month_words(value);
      }
      break;
    case Measure::number:
      if (value >= kCounted && value < kMostScaled) {
        return scaled(value, "");
      }
      break;
  }
  return fmt::format("{:.4g}", value);
}

}  // namespace kvtally
