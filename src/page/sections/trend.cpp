#include "page/sections/trend.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"

namespace kvtally {

namespace {

struct FamilyName {
  KindFamily family;
  std::string_view name;
};

// In the order of the legend.
constexpr std::array kFamilyNames{FamilyName{KindFamily::full, "full attention"},
                                  FamilyName{KindFamily::latent, "latents"},
                                  FamilyName{KindFamily::window, "windows or chunks"},
                                  FamilyName{KindFamily::sparse, "chosen or pooled entries"},
                                  FamilyName{KindFamily::state, "states"},
                                  FamilyName{KindFamily::other, "other layers"}};

std::string name_in_words(KindFamily family, const Words& words) {
  const auto name = std::ranges::find(kFamilyNames, family, &FamilyName::family);
  return name == kFamilyNames.end() ? "" : words.say(name->name);
}

ChartPoint place_of(const TrendPoint& point) {
  return {static_cast<double>(month_number(point.row->released)), static_cast<double>(point.value),
          point.row->name};
}

Series steps(const Trend& trend, const Words& words) {
  Series out{words.say("best so far"), KindFamily::plain, Shape::line, {}, {}};
  for (const TrendPoint& point : trend.points) {
    const ChartPoint place = place_of(point);
    const double before = out.points.empty() ? place.y : out.points.back().y;
    out.points.push_back({place.x, before, ""});
    if (point.record) {
      out.points.push_back({place.x, place.y, ""});
    }
  }
  return out;
}

bool better(const TrendPoint& a, const TrendPoint& b, bool up) {
  return up ? a.value > b.value : a.value < b.value;
}

std::string described_trend(const Trend& trend, const Words& words) {
  std::string out =
      words.say("A point for each model by the month of its release, and the best so far as a line:");
  for (const TrendPoint& point : trend.points) {
    if (point.record) {
      out += fmt::format(" {} {} {};", point.row->released, point.row->name,
                         value_words(trend.y, static_cast<double>(point.value)));
    }
  }
  out.back() = '.';
  return out;
}

}  // namespace

std::int64_t month_number(const std::string& month) {
  return 12 * std::int64_t{std::stoi(month.substr(0, 4))} + std::stoi(month.substr(5)) - 1;
}

std::vector<TrendPoint> with_records(std::vector<TrendPoint> points, bool up) {
  std::erase_if(points, [](const TrendPoint& point) { return !is_month(point.row->released); });
  std::ranges::stable_sort(points, [&](const TrendPoint& a, const TrendPoint& b) {
    return a.row->released != b.row->released ? a.row->released < b.row->released : better(a, b, up);
  });
  const TrendPoint* best = nullptr;
  for (TrendPoint& point : points) {
    point.record = best == nullptr || better(point, *best, up);
    best = point.record ? &point : best;
  }
  return points;
}

const TrendPoint* first_record(const Trend& trend) {
  return trend.points.empty() ? nullptr : &trend.points.front();
}

const TrendPoint* last_record(const Trend& trend) {
  const auto last =
      std::find_if(trend.points.rbegin(), trend.points.rend(), [](const TrendPoint& p) { return p.record; });
  return last == trend.points.rend() ? nullptr : &*last;
}

Chart chart_of(const Trend& trend, const Words& words) {
  Chart chart;
  chart.id = trend.name;
  chart.title = trend.title;
  chart.description = described_trend(trend, words);
  chart.x = {words.say("month of release"), Scale::linear, Measure::month, Units::binary, false};
  chart.y = trend.y;
  chart.at = words.say(" in ");
  chart.series.push_back(steps(trend, words));
  for (const TrendPoint& point : trend.points) {
    if (point.record) {
      chart.series.push_back({"", point.family, Shape::disc, {place_of(point)}, {}});
    }
  }
  for (const FamilyName& family : kFamilyNames) {
    Series others{words.fill("others with {layers}", {{"layers", words.say(family.name)}}),
                  family.family,
                  Shape::disc,
                  {},
                  {}};
    others.listed = false;
    for (const TrendPoint& point : trend.points) {
      if (!point.record && point.family == family.family) {
        others.points.push_back(place_of(point));
      }
    }
    if (!others.points.empty()) {
      chart.series.push_back(std::move(others));
    }
  }
  return chart;
}

Table table_of(const Trend& trend, bool records, const Words& words) {
  Table out;
  out.title = records ? words.fill("{title}: the best so far", {{"title", trend.title}}) : trend.title;
  Column value = trend.column;
  value.align = Align::right;
  out.columns = {{"released", words.say("Month"), Align::left, kEverywhere, false},
                 {"model", words.say("Model"), Align::left, kEverywhere, false},
                 {"parameters", words.say("Parameters"), Align::right, kEverywhere, false},
                 value,
                 {"layers", words.say("Kind of layers"), Align::left, kEverywhere, false}};
  if (!records) {
    out.columns.push_back({"best", words.say("Best so far"), Align::left, kEverywhere, false});
  }
  for (const TrendPoint& point : trend.points) {
    if (records && !point.record) {
      continue;
    }
    const auto total = point.row->parameters.total;
    std::vector<Cell> row{
        {point.row->released, {}, {}, {}},
        {point.row->name, point.row->id, {}, {}},
        {total ? print_parameters(*total) : words.say("not published"),
         total ? fmt::format("{}", *total) : "",
         {},
         {}},
        {value_words(trend.y, static_cast<double>(point.value)), fmt::format("{}", point.value), {}, {}},
        {name_in_words(point.family, words), std::string(name_of(point.family)), {}, {}}};
    if (!records) {
      row.push_back({point.record ? words.say("yes") : "", point.record ? "yes" : "no", {}, {}});
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace kvtally
