#pragma once

#include <string>
#include <vector>

#include "page/words.hpp"
#include "report/chart.hpp"
#include "report/model_table.hpp"

/// A figure of models against the month in which they came out, with the best so far as a line.
namespace kvtally {

struct TrendPoint {
  const ModelRow* row = nullptr;
  KindFamily family = KindFamily::plain;
  Wide value = 0;       // in the measure of the trend's axis; above 0
  bool record = false;  // better than every model of an earlier month, and the best of its own
};

struct Trend {
  std::string name;  // of the picture and its tables
  std::string title;
  Axis y;
  Column column;                   // of the value, in tables
  bool up = true;                  // more is better
  std::vector<TrendPoint> points;  // by month
};

/// The points by month, the best of a month first, with records marked. Rows whose month is not known are left
/// out.
std::vector<TrendPoint> with_records(std::vector<TrendPoint> points, bool up);

/// Null without points.
const TrendPoint* first_record(const Trend& trend);
const TrendPoint* last_record(const Trend& trend);

/// Months since the beginning of year 0 (Measure::month) of "2024-03".
std::int64_t month_number(const std::string& month);

/// Each record with its name, the others by family, and the best so far as a line of steps up to the last month.
Chart chart_of(const Trend& trend, const Words& words);

/// Its points, or the records alone.
Table table_of(const Trend& trend, bool records, const Words& words);

}  // namespace kvtally
