#include "core/parse.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <vector>

#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kTokenLimit = std::int64_t{1} << 40;

struct Unit {
  std::string_view name;
  std::int64_t scale;
};

constexpr std::array kTokenUnits{
    Unit{"", 1},           Unit{"K", 1LL << 10},     Unit{"Ki", 1LL << 10}, Unit{"k", 1'000},
    Unit{"M", 1LL << 20},  Unit{"Mi", 1LL << 20},    Unit{"m", 1'000'000},  Unit{"G", 1LL << 30},
    Unit{"Gi", 1LL << 30}, Unit{"g", 1'000'000'000},
};

constexpr std::array kByteUnits{
    Unit{"B", 1},           Unit{"KiB", 1LL << 10},
    Unit{"kB", 1'000},      Unit{"KB", 1'000},
    Unit{"MiB", 1LL << 20}, Unit{"MB", 1'000'000},
    Unit{"GiB", 1LL << 30}, Unit{"GB", 1'000'000'000},
    Unit{"TiB", 1LL << 40}, Unit{"TB", 1'000'000'000'000},
    Unit{"PiB", 1LL << 50}, Unit{"PB", 1'000'000'000'000'000},
};

constexpr std::array kParameterUnits{
    Unit{"", 1},
    Unit{"M", 1'000'000},
    Unit{"B", 1'000'000'000},
    Unit{"T", 1'000'000'000'000},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A decimal number and the word behind it: "25.6k" is {"25", "6", "k"}.
struct Scaled {
  std::string_view whole;
  std::string_view decimals;
  std::string_view unit;
};

std::expected<Scaled, std::string> take_apart(std::string_view text) {
  text = trim(text);
  const auto digits_end = [](std::string_view s) {
    return static_cast<std::size_t>(std::ranges::find_if_not(s, is_digit) - s.begin());
  };
  Scaled out;
  std::size_t end = digits_end(text);
  out.whole = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    end = digits_end(text);
    out.decimals = text.substr(0, end);
    text.remove_prefix(end);
    if (out.decimals.empty()) {
      return std::unexpected("a digit is missing after the point");
    }
  }
  out.unit = trim(text);
  if (out.whole.empty()) {
    return std::unexpected("it does not start with a digit");
  }
  if (out.whole.size() > 1 && out.whole.front() == '0') {
    return std::unexpected("it has a leading zero");
  }
  if (out.whole.size() > 18 || out.decimals.size() > 12) {
    return std::unexpected("it has too many digits");
  }
  return out;
}

enum class Rounding : unsigned char { refused, nearest };

Parsed<std::int64_t> scale(const Scaled& number, std::int64_t unit, Rounding rounding) {
  Wide value = 0;
  Wide tens = 1;
  for (const std::string_view digits : {number.whole, number.decimals}) {
    for (const char digit : digits) {
      value = value * 10 + (digit - '0');
    }
  }
  for (std::size_t i = 0; i < number.decimals.size(); ++i) {
    tens *= 10;
  }
  value *= unit;
  if (value % tens != 0 && (rounding == Rounding::refused || unit == 1)) {
    return std::unexpected("it is not a whole number");
  }
  const auto small = narrow((value + tens / 2) / tens);
  return small ? Parsed<std::int64_t>(*small) : std::unexpected("it is too large");
}

Parsed<std::int64_t> parse_scaled(std::string_view text, std::span<const Unit> units, Rounding rounding) {
  const auto number = take_apart(text);
  if (!number) {
    return std::unexpected(number.error());
  }
  const auto unit = std::ranges::find(units, number->unit, &Unit::name);
  if (unit == units.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(units, std::back_inserter(names), &Unit::name);
    std::erase(names, "");
    return std::unexpected(fmt::format("'{}' is none of the units {}", number->unit, fmt::join(names, ", ")));
  }
  return scale(*number, unit->scale, rounding);
}

}  // namespace

Parsed<std::int64_t> parse_integer(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_digit)) {
    return std::unexpected("it is not a whole number in decimal digits");
  }
  if (text.size() > 1 && text.front() == '0') {
    return std::unexpected("it has a leading zero, which some readers take for octal");
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) {
    return std::unexpected("it is too large");
  }
  return value;
}

Parsed<Tokens> parse_tokens(std::string_view text) {
  const auto value = parse_scaled(text, kTokenUnits, Rounding::refused);
  if (!value) {
    return std::unexpected(value.error());
  }
  if (*value < 1) {
    return std::unexpected("it is less than 1");
  }
  if (*value >= kTokenLimit) {
    return std::unexpected("it is not below 2^40");
  }
  return Tokens{*value};
}

Parsed<Bytes> parse_bytes(std::string_view text) {
  if (trim(text) == "0") {
    return Bytes{0};
  }
  const auto number = take_apart(text);
  if (number && number->unit.empty()) {
    return std::unexpected("it has no unit, and 80 GB and 80 GiB differ by 7 %");
  }
  const auto value = parse_scaled(text, kByteUnits, Rounding::nearest);
  return value ? Parsed<Bytes>(Bytes{*value}) : std::unexpected(value.error());
}

Parsed<std::int64_t> parse_parameters(std::string_view text) {
  return parse_scaled(text, kParameterUnits, Rounding::refused);
}

bool is_month(std::string_view text) {
  const auto digits = [](std::string_view s) { return std::ranges::all_of(s, is_digit); };
  return text.size() == 7 && text[4] == '-' && digits(text.substr(0, 4)) && digits(text.substr(5)) &&
         text.substr(5) >= "01" && text.substr(5) <= "12";
}

}  // namespace kvtally
