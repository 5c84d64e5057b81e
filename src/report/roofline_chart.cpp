#include "report/roofline_chart.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

struct Roof {
  std::string format;
  double peak;
};

// Each peak once, the highest first. A format without a peak of its own has another one's, and no name beside it.
std::vector<Roof> roofs_of(const std::vector<Roofline>& rooflines) {
  std::map<double, std::set<std::string>, std::greater<>> formats;
  const auto add = [&](const std::string& format, const std::optional<OperationRate>& rate) {
    if (rate && rate->value > 0) {
      formats[static_cast<double>(rate->value)].insert(format);
    }
  };
  for (const Roofline& r : rooflines) {
    add(r.rates.attention_format, r.rates.attention);
    add(r.rates.matmul_format, r.rates.matmul);
    for (const auto& [format, rate] : r.rates.matmul_of) {
      if (!formats.contains(static_cast<double>(rate.value))) {
        add(std::string(unit_for(format)), rate);
      }
    }
  }
  std::vector<Roof> out;
  for (const auto& [peak, names] : formats) {
    out.push_back({fmt::format("{}", fmt::join(names, ", ")), peak});
  }
  return out;
}

ChartPoint point_of(std::string name, Operations operations, Bytes bytes, Seconds seconds) {
  const double flop = static_cast<double>(operations.value);
  return {intensity(operations, bytes).value_or(0), seconds.value > 0 ? flop / seconds.value : 0, std::move(name)};
}

// Parts of one colour behind each other are one series.
void add_step_series(Chart& chart, const std::string& name, const StepTime& step, Shape shape, bool whole) {
  Series series{name, KindFamily::plain, shape, {}, {}};
  const auto add = [&](KindFamily family, ChartPoint point) {
    if (family != series.family && !series.points.empty()) {
      chart.series.push_back(series);
      series.points.clear();
    }
    series.family = family;
    series.points.push_back(std::move(point));
  };
  for (const PartTime& part : step.parts) {
    if (part.bound != Bound::link) {
      add(part.weights ? KindFamily::weight : family_of(kind_of(part.kind)),
          point_of(label_of(part), part.operations, part.bytes + part.written, part.seconds));
    }
  }
  if (whole) {
    add(KindFamily::plain, point_of("whole step", step.operations,
                                    step.weight_bytes + step.cache_bytes + step.written_bytes, step.total));
  }
  if (!series.points.empty()) {
    chart.series.push_back(std::move(series));
  }
}

// From half of the leftmost point or ridge to twice the rightmost one.
struct Range {
  double low;
  double high;
};

Range range_of(const Chart& chart, const std::vector<Roof>& roofs, double bandwidth) {
  std::vector<double> xs;
  for (const Series& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (point.x > 0 && point.y > 0) {
        xs.push_back(point.x);
      }
    }
  }
  for (const Roof& roof : roofs) {
    xs.push_back(roof.peak / bandwidth);
  }
  if (xs.empty()) {
    return {1, 100};
  }
  const auto [low, high] = std::ranges::minmax(xs);
  return {low / 2, high * 2};
}

// The highest roof with the slope of the bandwidth; lower ones from that slope on.
std::vector<Series> roof_lines(const std::vector<Roof>& roofs, double bandwidth, Range range,
                               const ByteRate& rate) {
  std::vector<Series> out;
  const ChartPoint start{range.low, range.low * bandwidth, ""};
  if (roofs.empty()) {
    return {{fmt::format("{}; peak not published", print_rate(rate)),
             KindFamily::plain,
             Shape::line,
             {start, {range.high, range.high * bandwidth, ""}},
             {},
             false}};
  }
  for (const Roof& roof : roofs) {
    const double ridge = roof.peak / bandwidth;
    const ChartPoint bend{ridge, roof.peak, fmt::format("ridge {:.2f} FLOP/byte", ridge)};
    Series line{"", KindFamily::plain, Shape::line, {}, {bend}, false};
    line.name =
        fmt::format("{} {}", value_words({"", Scale::log10, Measure::flop_per_second}, roof.peak), roof.format);
    if (out.empty()) {
      line.name = fmt::format("{}, then {}", print_rate(rate), line.name);
      line.points.push_back(start);
    }
    line.points.push_back(bend);
    line.points.push_back({range.high, roof.peak, ""});
    out.push_back(std::move(line));
  }
  return out;
}

std::string step_title(const Roofline& r) {
  const DecodeStep& step = r.question.decode;
  std::string out = fmt::format("decode at {} tokens, {} {}", print_grouped(step.context.value), step.sequences,
                                step.sequences == 1 ? "request" : "requests");
  if (r.prefill) {
    out += fmt::format("; prefill of {}", print_grouped(r.question.prefill->prompt.value));
  }
  return out;
}

}  // namespace

std::string legend_sentences(const Chart& chart) {
  std::string out;
  for (const LegendRow& row : legend_of(drawable(chart))) {
    out += fmt::format(" {}.", words_of(row));
  }
  return out;
}

Chart chart_of(const std::vector<Roofline>& rooflines) {
  const Roofline& first = rooflines.front();
  const bool one = rooflines.size() == 1;
  Chart chart;
  chart.id = "roofline";
  chart.title =
      fmt::format("{}{}: {}", one ? first.model.name + " on " : "", first.device.name, step_title(first));
  chart.x = {"FLOP/byte", Scale::log10, Measure::flop_per_byte, Units::binary, true};
  chart.y = {"FLOP/s", Scale::log10, Measure::flop_per_second, Units::binary, false};
  for (const Roofline& r : rooflines) {
    const std::string model = one ? "" : r.model.name + " ";
    add_step_series(chart, model + "decode", r.decode, Shape::disc, !r.layout);
    if (r.prefill) {
      add_step_series(chart, model + "prefill", *r.prefill, Shape::square, !r.layout);
    }
  }
  const std::vector<Roof> roofs = roofs_of(rooflines);
  const auto bandwidth = static_cast<double>(first.rates.bandwidth.value);
  std::vector<Series> lines =
      roof_lines(roofs, bandwidth, range_of(chart, roofs, bandwidth), first.rates.bandwidth);
  chart.series.insert(chart.series.begin(), lines.begin(), lines.end());
  if (const auto point = ridge(first.rates)) {
    chart.rules.push_back({*point, fmt::format("ridge {:.2f} ({})", *point, first.rates.attention_format)});
  }
  chart.description = chart.title + ". Both axes are logarithmic." + legend_sentences(chart);
  chart.notes.emplace_back(left_out());
  return chart;
}

}  // namespace kvtally
