#include "report/chart_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr double kMostMonths = 1e12;  // where a year is still more than rounding
constexpr double kNear = 1e-9;        // of rounding: a power of two that log2 misses

double exponent_of(Scale scale, double value) {
  switch (scale) {
    case Scale::log2: return std::log2(value);
    case Scale::log10: return std::log10(value);
    case Scale::linear: break;
  }
  return value;
}

double value_at_exponent(Scale scale, double exponent) {
  switch (scale) {
    case Scale::log2: return std::exp2(exponent);
    case Scale::log10: return std::pow(10, exponent);
    case Scale::linear: break;
  }
  return exponent;
}

// Whole exponents, so many apart that at most `most` of them lie in the range.
std::vector<double> powers(Scale scale, double low, double high, std::size_t most) {
  constexpr std::array<int, 9> kSteps{1, 2, 3, 5, 10, 20, 50, 100, 500};
  const double from = exponent_of(scale, low) - kNear;
  const double to = exponent_of(scale, high) + kNear;
  std::vector<double> out;
  for (const int step : kSteps) {
    out.clear();
    for (double e = std::ceil(from / step) * step; e <= to && out.size() <= most; e += step) {
      out.push_back(value_at_exponent(scale, e));
    }
    if (out.size() <= most) {
      break;
    }
  }
  return out;
}

// 1, 2 or 5 times a power of ten apart.
std::vector<double> even(double low, double high, std::size_t most) {
  std::vector<double> out;
  double step = std::pow(10, std::floor(std::log10((high - low) / static_cast<double>(most))));
  const std::array<double, 4> factors{1, 2, 5, 10};
  for (const double factor : factors) {
    out.clear();
    const double first = std::ceil(low / (step * factor) - kNear);
    for (double i = first; i * step * factor <= high + step * kNear && out.size() <= most; ++i) {
      out.push_back(i * step * factor + 0.0);  // no -0
    }
    if (out.size() <= most) {
      break;
    }
  }
  return out;
}

// Even steps of the largest of KiB, MiB … that is not above `high`.
std::vector<double> even_binary(double low, double high, std::size_t most) {
  const double unit = std::exp2(std::floor(std::log2(std::max(std::abs(high), 1.0)) / 10) * 10);
  std::vector<double> out = even(low / unit, high / unit, most);
  for (double& value : out) {
    value *= unit;
  }
  return out;
}

// 1, 2 and 5 times the powers of ten.
std::vector<double> decades(double low, double high) {
  std::vector<double> out;
  for (double e = std::floor(std::log10(low)); e <= std::log10(high); ++e) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, e);
      if (value >= low * (1 - kNear) && value <= high * (1 + kNear)) {
        out.push_back(value);
      }
    }
  }
  return out;
}

// Months a whole number of years apart; where that gives fewer than two, a half or a quarter of a year, or each.
std::vector<double> months(double low, double high, std::size_t most) {
  constexpr std::array<int, 10> kSteps{1, 3, 6, 12, 24, 60, 120, 240, 600, 1200};
  std::vector<double> best;
  for (const int step : kSteps) {
    std::vector<double> out;
    for (double at = std::ceil(low / step - kNear) * step; at <= high + kNear && out.size() <= most; at += step) {
      out.push_back(at + 0.0);  // no -0
    }
    if (out.size() <= most && out.size() > 1 && (step <= 12 || best.empty())) {
      best = std::move(out);
    }
  }
  return best;
}

std::string tick_label(const Axis& axis, double value) {
  if (axis.measure == Measure::tokens && value >= 1 && value < 1e15 && value == std::floor(value)) {
    return print_tokens(Tokens{static_cast<Wide>(value)});
  }
  const std::string words = value_words(axis, value);
  if (axis.measure == Measure::flop_per_byte) {
    return words.substr(0, words.find(' '));
  }
  if (axis.measure == Measure::month && words.ends_with("-01")) {
    return words.substr(0, words.size() - 3);
  }
  return axis.measure == Measure::flop_per_second ? words.substr(0, words.size() - 6) : words;  // the title has it
}

}  // namespace

AxisScale::AxisScale(const Axis& axis, double low, double high, std::size_t most_ticks)
    : scale_(axis.scale), low_(low), high_(high) {
  widen(axis);
  set_ticks(axis, most_ticks);
}

void AxisScale::widen(const Axis& axis) {
  if (scale_ == Scale::linear) {
    const double room = high_ > low_ ? 0 : std::max(1.0, std::abs(low_) / 2);
    const bool years = axis.measure == Measure::month && !axis.tight && std::abs(high_) < kMostMonths;
    low_ = years ? std::floor(low_ / 12) * 12 : axis.tight || room > 0 ? low_ - room : std::min(low_, 0.0);
    high_ = years ? std::floor(high_ / 12) * 12 + 12 : high_ + room;
    return;
  }
  const double from = exponent_of(scale_, low_);
  const double to = exponent_of(scale_, high_);
  if (axis.tight && to - from > kNear) {
    return;
  }
  low_ = value_at_exponent(scale_, std::floor(from - 0.1));
  high_ = value_at_exponent(scale_, std::ceil(to + 0.1));
}

void AxisScale::set_ticks(const Axis& axis, std::size_t most) {
  std::vector<double> values = scale_ != Scale::linear          ? powers(scale_, low_, high_, most)
                               : axis.measure == Measure::month ? months(low_, high_, most)
                                                                : even(low_, high_, most);
  if (scale_ == Scale::log10 && values.size() < 4) {
    if (std::vector<double> more = decades(low_, high_); more.size() <= most && more.size() > values.size()) {
      values = std::move(more);
    }
  }
  if (values.size() < 2) {
    values = even(low_, high_, most);
  }
  if (scale_ == Scale::linear && axis.measure == Measure::bytes && axis.units == Units::binary) {
    values = even_binary(low_, high_, most);
  }
  for (const double value : values) {
    ticks_.push_back({value, tick_label(axis, value)});
  }
}

double AxisScale::at(double value) const {
  if (scale_ != Scale::linear && value <= 0) {
    return 0;
  }
  const double from = exponent_of(scale_, low_);
  const double to = exponent_of(scale_, high_);
  return std::clamp((exponent_of(scale_, value) - from) / (to - from), 0.0, 1.0);
}

Frame frame_of(const Chart& chart, std::size_t most_x_ticks, std::size_t most_y_ticks) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Series& series : chart.series) {
    for (const auto* points : {&series.points, &series.bends}) {
      for (const ChartPoint& point : *points) {
        xs.push_back(point.x);
        ys.push_back(point.y);
      }
    }
  }
  std::ranges::transform(chart.rules, std::back_inserter(xs), &VerticalRule::x);
  std::ranges::transform(chart.limits, std::back_inserter(ys), &Limit::y);
  const auto scale = [](const Axis& axis, const std::vector<double>& values, std::size_t most) {
    const auto [low, high] = std::ranges::minmax_element(values);
    return values.empty() ? AxisScale(axis, 1, 2, most) : AxisScale(axis, *low, *high, most);
  };
  return {scale(chart.x, xs, most_x_ticks), scale(chart.y, ys, most_y_ticks)};
}

std::vector<double> spread(std::vector<double> wanted, double gap, double low, double high) {
  double least = low;
  for (double& place : wanted) {
    place = std::max(place, least);
    least = place + gap;
  }
  double most = std::max(high, low + gap * (static_cast<double>(wanted.size()) - 1));
  for (auto place = wanted.rbegin(); place != wanted.rend(); ++place) {
    *place = std::min(*place, most);
    most = *place - gap;
  }
  return wanted;
}

}  // namespace kvtally
