#include "core/print.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 6> kBinaryNames{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
constexpr std::array<std::string_view, 6> kDecimalNames{"B", "kB", "MB", "GB", "TB", "PB"};

Wide power(Wide base, int exponent) {
  Wide out = 1;
  for (int i = 0; i < exponent; ++i) {
    out *= base;
  }
  return out;
}

Wide base_of(Units units) { return units == Units::binary ? 1024 : 1000; }

std::string_view name_of(Units units, int exponent) {
  return (units == Units::binary ? kBinaryNames : kDecimalNames).at(static_cast<std::size_t>(exponent));
}

// value ÷ unit with `decimals` digits, halves rounded up, by integers alone.
std::string divide(Wide value, Wide unit, int decimals) {
  const Wide tens = power(10, decimals);
  const Wide rounded = (value * tens * 2 + unit) / (unit * 2);
  if (decimals == 0) {
    return fmt::format("{}", rounded);
  }
  return fmt::format("{}.{:0{}}", rounded / tens, static_cast<std::int64_t>(rounded % tens), decimals);
}

std::string without_trailing_zeros(std::string number) {
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.')) {
      number.pop_back();
    }
  }
  return number;
}

}  // namespace

std::string print_grouped(Wide value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  for (std::size_t i = digits.size(); i > start + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string print_nearest(double value) {
  constexpr double kMost = 1e15;
  return std::abs(value) < kMost ? print_grouped(nearest_whole(value)) : fmt::format("{:.4g}", value);
}

std::string print_table_bytes(Bytes bytes, Units units) {
  const Wide giga = power(base_of(units), 3);
  if (bytes.value == 0) {
    return "0";
  }
  if (bytes.value >= giga) {
    return fmt::format("{} {}", divide(bytes.value, giga, bytes.value >= 10 * giga ? 0 : 1), name_of(units, 3));
  }
  const Wide mega = power(base_of(units), 2);
  return bytes.value >= mega ? fmt::format("{} {}", divide(bytes.value, mega, 0), name_of(units, 2))
                             : print_bytes(bytes, units);
}

std::string print_bytes(Bytes bytes, Units units) {
  int exponent = 0;
  while (exponent < 5 && bytes.value >= power(base_of(units), exponent + 1)) {
    ++exponent;
  }
  const std::string number = divide(bytes.value, power(base_of(units), exponent), exponent == 0 ? 0 : 3);
  return fmt::format("{} {}", without_trailing_zeros(number), name_of(units, exponent));
}

std::string print_tokens(Tokens tokens) {
  constexpr Wide kMega = Wide{1} << 20;
  if (tokens.value >= kMega && tokens.value % kMega == 0) {
    return fmt::format("{}M", tokens.value / kMega);
  }
  if (tokens.value < kMega && (tokens.value == 1024 || (tokens.value > 0 && tokens.value % 2048 == 0))) {
    return fmt::format("{}K", tokens.value / 1024);
  }
  return print_grouped(tokens.value);
}

std::string print_parameters(Wide count) {
  constexpr std::array<std::string_view, 3> kNames{"M", "B", "T"};
  for (int i = 2; i >= 0; --i) {
    const Wide unit = power(1000, i + 2);
    if (count >= unit) {
      return without_trailing_zeros(divide(count, unit, 2)) + std::string(kNames.at(static_cast<std::size_t>(i)));
    }
  }
  return fmt::format("{}", count);
}

}  // namespace kvtally
