#include "page/sections/trend.hpp"

#include <doctest/doctest.h>

namespace kvtally::trend_test {

namespace {

struct Rows {
  std::vector<ModelRow> rows;
  Rows() {
    for (const auto& [id, month] : {std::pair{"a", "2023-05"},
                                    {"b", "2023-01"},
                                    {"c", "2023-05"},
                                    {"d", "2024-02"},
                                    {"e", "2025-12"},
                                    {"f", ""}}) {
      ModelRow row;
      row.id = id;
      row.name = std::string("M-") + id;
      row.released = month;
      rows.push_back(std::move(row));
    }
  }
  std::vector<TrendPoint> points() const {
    std::vector<TrendPoint> out;
    const std::vector<Wide> values{8, 4, 16, 16, 2, 1000};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out.push_back({&rows[i], i % 2 == 0 ? KindFamily::full : KindFamily::state, values[i], false});
    }
    return out;
  }
};

std::string records_of(const std::vector<TrendPoint>& points) {
  std::string out;
  for (const TrendPoint& point : points) {
    out += (out.empty() ? "" : " ") + point.row->id + (point.record ? "!" : "");
  }
  return out;
}

}  // namespace

TEST_CASE("months as numbers") {
  CHECK(month_number("2024-03") == 24290);
  CHECK(month_number("2024-01") == 24288);
}

TEST_CASE("records: better than all before; of one month the best; a row without a month is left out") {
  const Rows rows;
  CHECK(records_of(with_records(rows.points(), true)) == "b! c! a d e");
  CHECK(records_of(with_records(rows.points(), false)) == "b! a c d e!");
  CHECK(with_records({}, true).empty());
}

TEST_CASE("a chart of records, the others by family, and steps to the last month") {
  const Rows rows;
  const Words words = *Words::of("en");
  const Trend trend{"t",
                    "T",
                    {"y", Scale::log2, Measure::tokens},
                    {"tokens", "Tokens"},
                    true,
                    with_records(rows.points(), true)};
  CHECK(first_record(trend)->row->id == "b");
  CHECK(last_record(trend)->row->id == "c");
  const Chart chart = chart_of(trend, words);
  REQUIRE(chart.series.size() == 5);
  CHECK(chart.series[0].name == "best so far");
  CHECK(chart.series[0].points.back().x == month_number("2025-12"));
  CHECK(chart.series[0].points.back().y == 16);
  CHECK(chart.series[1].points.front().name == "M-b");
  CHECK(chart.series[3].name == "others with full attention");
  CHECK(chart.series[3].points.size() == 2);  // a, e
  CHECK_FALSE(chart.series[3].listed);
  CHECK(chart.series[4].name == "others with states");
  CHECK(chart.description ==
        "A point for each model by the month of its release, and the best so far as a line: 2023-01 M-b 4; "
        "2023-05 M-c "
        "16.");
  CHECK(write_csv(table_of(trend, true, words)) ==
        "released,model,parameters,tokens,layers\n2023-01,b,not published,4,state\n2023-05,c,not "
        "published,16,full\n");
  CHECK(write_csv(table_of(trend, false, words)).find("2024-02,d,not published,16,state,no\n") !=
        std::string::npos);
  const Trend empty{"t", "T", {}, {}, true, {}};
  CHECK(first_record(empty) == nullptr);
  CHECK(last_record(empty) == nullptr);
}

}  // namespace kvtally::trend_test
