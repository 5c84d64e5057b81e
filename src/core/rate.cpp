#include "core/rate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "core/text.hpp"

namespace kvtally {

namespace {

struct Scale {
  std::string_view prefix;
  std::int64_t value;
};

constexpr std::array kScales{
    Scale{"P", 1'000'000'000'000'000},
    Scale{"T", 1'000'000'000'000},
    Scale{"G", 1'000'000'000},
    Scale{"M", 1'000'000},
    Scale{"k", 1'000},
    Scale{"", 1},
};

// The digits, and behind them the unit without its prefix.
struct Number {
  Wide value = 0;
  Wide tens = 1;
  std::string_view unit;
};

Parsed<Number> take_number(std::string_view text) {
  text = trim(text);
  Number out;
  bool point = false;
  std::size_t digits = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point && digits > 0) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      out.value = out.value * 10 + (c - '0');
      out.tens *= point ? 10 : 1;
      ++digits;
    } else {
      break;
    }
    if (digits > 18) {
      return std::unexpected("it has too many digits");
    }
  }
  if (digits == 0) {
    return std::unexpected("it does not start with a digit");
  }
  if (text[at - 1] == '.') {
    return std::unexpected("a digit is missing after the point");
  }
  out.unit = trim(text.substr(at));
  return out;
}

Parsed<Wide> parse_rate(std::string_view text, std::initializer_list<std::string_view> units,
                        std::string_view example) {
  const auto number = take_number(text);
  if (!number) {
    return std::unexpected(number.error());
  }
  for (const Scale& scale : kScales) {
    for (const std::string_view unit : units) {
      if (number->unit.size() != scale.prefix.size() + unit.size() || !number->unit.starts_with(scale.prefix) ||
          !number->unit.ends_with(unit)) {
        continue;
      }
      const auto value = narrow((number->value * scale.value + number->tens / 2) / number->tens);
      if (!value || *value < 1) {
        return std::unexpected(value ? "it is less than 1 a second" : "it is too large");
      }
      return Wide{*value};
    }
  }
  return std::unexpected(number->unit.empty()
                             ? fmt::format("it has no unit, as in {}", example)
                             : fmt::format("'{}' is no unit of a rate such as {}", number->unit, example));
}

std::string print_scaled(Wide value, std::string_view unit) {
  const auto* scale = std::ranges::find_if(kScales, [&](const Scale& s) { return value >= s.value; });
  if (scale == kScales.end()) {
    return fmt::format("0 {}", unit);
  }
  const Wide rounded = (value * 20'000 + scale->value) / (Wide{scale->value} * 2);
  std::string digits = fmt::format("{}.{:04}", rounded / 10'000, static_cast<std::int64_t>(rounded % 10'000));
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) {
    digits.pop_back();
  }
  return fmt::format("{} {}{}", digits, scale->prefix, unit);
}

}  // namespace

Seconds time_to_move(Bytes bytes, ByteRate rate) {
  return {static_cast<double>(bytes.value) / static_cast<double>(rate.value)};
}

Seconds time_to_compute(Operations operations, OperationRate rate) {
  return {static_cast<double>(operations.value) / static_cast<double>(rate.value)};
}

Parsed<ByteRate> parse_byte_rate(std::string_view text) {
  const auto value = parse_rate(text, {"B/s"}, "3.35TB/s or 900GB/s");
  return value ? Parsed<ByteRate>(ByteRate{*value}) : std::unexpected(value.error());
}

Parsed<OperationRate> parse_operation_rate(std::string_view text) {
  const auto value = parse_rate(text, {"FLOP/s", "OP/s", "FLOPS", "OPS"}, "989.4TFLOP/s or 1979TOP/s");
  return value ? Parsed<OperationRate>(OperationRate{*value}) : std::unexpected(value.error());
}

Parsed<Seconds> parse_seconds(std::string_view text) {
  struct Unit {
    std::string_view name;
    double value;
  };
  constexpr std::array kUnits{Unit{"us", 1e-6}, Unit{"ms", 1e-3}, Unit{"s", 1}, Unit{"min", 60}};
  const auto number = take_number(text);
  if (!number) {
    return std::unexpected(number.error());
  }
  const auto* unit = std::ranges::find(kUnits, number->unit, &Unit::name);
  if (unit == kUnits.end()) {
    return std::unexpected(number->unit.empty()
                               ? "it has no unit, as in 50ms or 2s"
                               : fmt::format("'{}' is none of the units us, ms, s, min", number->unit));
  }
  if (number->value == 0) {
    return std::unexpected("it is no time");
  }
  return Seconds{static_cast<double>(number->value) / static_cast<double>(number->tens) * unit->value};
}

std::string print_rate(ByteRate rate) { return print_scaled(rate.value, "B/s"); }
std::string print_rate(OperationRate rate) { return print_scaled(rate.value, "FLOP/s"); }

std::string print_seconds(Seconds time) {
  if (time.value == 0) {
    return "0 s";
  }
  struct Unit {
    std::string_view name;
    double value;
  };
  constexpr std::array kUnits{Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}, Unit{"ns", 1e-9}};
  // 0.99999 s is 1.000 s: the unit is chosen for the number as it will be rounded
  const auto* unit = std::ranges::find_if(kUnits, [&](const Unit& u) { return time.value >= u.value * 0.99995; });
  const double value = time.value / (unit == kUnits.end() ? kUnits.back() : *unit).value;
  const int before = value < 9.9995 ? 1 : value < 99.995 ? 2 : value < 999.95 ? 3 : 4;
  return fmt::format("{:.{}f} {}", value, 4 - before, (unit == kUnits.end() ? kUnits.back() : *unit).name);
}

}  // namespace kvtally
