#include "check/amount.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "check/units.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

Amount reduced(Wide numerator, Wide denominator, std::string unit) {
  const Wide sign = denominator < 0 ? -1 : 1;
  const Wide common =
      std::max<Wide>(1, common_divisor(numerator < 0 ? -numerator : numerator, denominator * sign));
  return {numerator / common * sign, denominator / common * sign, std::nullopt, std::move(unit)};
}

// Overflow is looked for as the compiler's built-in functions find it.
std::optional<Wide> times(Wide a, Wide b) {
  Wide out = 0;
  return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}

std::optional<Wide> plus(Wide a, Wide b) {
  Wide out = 0;
  return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}

bool exact(const Amount& a, const Amount& b) { return !a.approximate && !b.approximate; }

Amount added(const Amount& a, const Amount& b, int sign) {
  if (exact(a, b)) {
    const auto left = times(a.numerator, b.denominator);
    const auto right = times(b.numerator * sign, a.denominator);
    const auto bottom = times(a.denominator, b.denominator);
    const auto top = left && right ? plus(*left, *right) : std::nullopt;
    if (top && bottom) {
      return reduced(*top, *bottom, a.unit);
    }
  }
  return approximately(a.value() + sign * b.value(), a.unit);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits at the start of `text`, which it loses; commas between groups of three are passed over.
std::string take_digits(std::string_view& text) {
  std::string digits;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const bool group = text[i] == ',' && !digits.empty() && i + 3 < text.size() && is_digit(text[i + 1]) &&
                       is_digit(text[i + 2]) && is_digit(text[i + 3]);
    if (is_digit(text[i])) {
      digits += text[i];
    } else if (!group) {
      break;
    }
  }
  text.remove_prefix(i);
  return digits;
}

Wide number_of(std::string_view digits) {
  Wide out = 0;
  for (const char digit : digits) {
    out = out * 10 + (digit - '0');
  }
  return out;
}

PrintedAmount::Relation take_relation(std::string_view& text) {
  using Relation = PrintedAmount::Relation;
  const Relation relation = text.starts_with('>')   ? Relation::more
                            : text.starts_with('<') ? Relation::less
                                                    : Relation::equal;
  text.remove_prefix(relation == Relation::equal ? 0 : 1);
  text = trim(text);
  return relation;
}

constexpr std::size_t kMostDigits = 18;

// A number as it is written: digits, and decimals or a divisor behind them.
struct Number {
  int sign = 1;
  std::string digits;
  std::string decimals;
  Wide divisor = 1;
};

Parsed<Number> take_number(std::string_view& text) {
  Number out;
  if (text.starts_with('-')) {
    out.sign = -1;
    text.remove_prefix(1);
  }
  out.digits = take_digits(text);
  if (out.digits.empty()) {
    return std::unexpected("it does not start with a digit");
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    out.decimals = take_digits(text);
  } else if (text.starts_with('/')) {
    text.remove_prefix(1);
    const std::string below = take_digits(text);
    out.divisor = below.size() > kMostDigits ? 0 : number_of(below);
    if (out.divisor == 0) {
      return std::unexpected("its divisor is none");
    }
  }
  if (out.digits.size() > kMostDigits || out.decimals.size() > kMostDigits) {
    return std::unexpected("it has too many digits");
  }
  return out;
}

}  // namespace

double Amount::value() const {
  return approximate.value_or(static_cast<double>(numerator) / static_cast<double>(denominator));
}

Amount whole(Wide value, std::string unit) { return {value, 1, std::nullopt, std::move(unit)}; }
Amount approximately(double value, std::string unit) { return {0, 1, value, std::move(unit)}; }

Amount sum(const Amount& a, const Amount& b) { return added(a, b, 1); }
Amount difference(const Amount& a, const Amount& b) { return added(a, b, -1); }

Amount product(const Amount& a, const Amount& b) {
  if (exact(a, b)) {
    const auto top = times(a.numerator, b.numerator);
    const auto bottom = times(a.denominator, b.denominator);
    if (top && bottom) {
      return reduced(*top, *bottom, a.unit);
    }
  }
  return approximately(a.value() * b.value(), a.unit);
}

Amount quotient(const Amount& a, const Amount& b) {
  const Amount inverse =
      b.approximate ? approximately(1 / *b.approximate) : reduced(b.denominator, b.numerator, "");
  return product(a, inverse);
}

int compare(const Amount& a, const Amount& b) {
  const Amount gap = difference(a, b);
  const double value = gap.value();
  return (value > 0) - (value < 0);
}

bool identical(const Amount& a, const Amount& b) {
  return exact(a, b) && a.numerator == b.numerator && a.denominator == b.denominator && a.unit == b.unit;
}

std::string print_amount(const Amount& amount) {
  const std::string number = amount.approximate ? fmt::format("{:.6g}", *amount.approximate)
                             : amount.denominator == 1
                                 ? fmt::format("{}", amount.numerator)
                                 : fmt::format("{}/{}", amount.numerator, amount.denominator);
  return amount.unit.empty() ? number : fmt::format("{} {}", number, amount.unit);
}

std::string print_like(const Amount& amount, std::string_view like, std::size_t more) {
  std::string_view rest = trim(like);
  take_relation(rest);
  const auto number = take_number(rest);
  const auto printed = parse_amount(like);
  if (!number || !printed || number->divisor != 1 || printed->amount.unit != amount.unit) {
    return print_amount(amount);
  }
  const std::size_t decimals = number->decimals.size() + more;
  Amount last = printed->last_digit;
  for (std::size_t i = 0; i < more; ++i) {
    last = quotient(last, whole(10));
  }
  const Amount count = sum(quotient(amount, last), quotient(whole(1), whole(2)));
  const double approximate = std::floor(count.value());
  if (count.approximate && !(std::abs(approximate) < 1e18)) {
    return print_amount(amount);
  }
  // Rounded towards nothing, then down where that was up.
  const Wide cut = count.approximate ? static_cast<Wide>(approximate) : count.numerator / count.denominator;
  const Wide digits =
      !count.approximate && count.numerator < 0 && cut * count.denominator != count.numerator ? cut - 1 : cut;
  std::string text = fmt::format("{:0{}}", digits < 0 ? -digits : digits, decimals + 1);
  if (decimals > 0) {
    text.insert(text.size() - decimals, ".");
  }
  const std::string_view unit = trim(rest);
  return fmt::format("{}{}{}{}", digits < 0 ? "-" : "", text, unit.empty() ? "" : " ", unit);
}

Parsed<PrintedAmount> parse_amount(std::string_view text) {
  text = trim(text);
  PrintedAmount out;
  out.relation = take_relation(text);
  const auto number = take_number(text);
  if (!number) {
    return std::unexpected(number.error());
  }
  const std::string_view name = trim(text);
  const auto* unit = std::ranges::find(kUnits, name, &Unit::name);
  if (unit == kUnits.end()) {
    return std::unexpected(fmt::format("'{}' is no unit that is known here", name));
  }
  Wide tens = 1;
  for (std::size_t i = 0; i < number->decimals.size(); ++i) {
    tens *= 10;
  }
  const Amount scale = reduced(unit->times, unit->over, std::string(unit->unit));
  out.last_digit = quotient(scale, whole(tens));
  out.amount = product(out.last_digit, quotient(whole(number->sign * number_of(number->digits + number->decimals)),
                                                whole(number->divisor)));
  return out;
}

}  // namespace kvtally
