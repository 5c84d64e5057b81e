#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>

namespace kvtally {

/// The integer that sums and products run in. Every input is bounded on reading (see model/limits.hpp), so that
/// no total that the program forms can leave 128 bits; what is printed is narrowed to 64 bits once, at the end.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // no ISO type is this wide
using Wide = __int128;
#pragma GCC diagnostic pop

/// The value in 64 bits; nothing when it does not fit.
constexpr std::optional<std::int64_t> narrow(Wide value) {
  if (value > std::numeric_limits<std::int64_t>::max() || value < std::numeric_limits<std::int64_t>::min()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

/// The whole part of a number: its conversion, which has a meaning for some numbers only, for all of them. What
/// passes ±2^96 is that bound: 64 bits, in which figures are printed, can't hold it, and it may still be
/// multiplied. What is no number is 0.
inline Wide whole_part(double value) {
  constexpr double kMost = 79228162514264337593543950336.0;
  return std::isnan(value) ? 0 : static_cast<Wide>(value > kMost ? kMost : value < -kMost ? -kMost : value);
}

/// The nearest whole number, halves away from zero, within the bounds of whole_part.
inline Wide nearest_whole(double value) { return whole_part(std::round(value)); }

/// The product of non-negative factors; nothing when a factor is negative or the product passes `limit`.
constexpr std::optional<std::int64_t> checked_product(std::initializer_list<std::int64_t> factors,
                                                      std::int64_t limit) {
  Wide product = 1;
  bool zero = false;
  for (const std::int64_t factor : factors) {
    if (factor < 0) {
      return std::nullopt;
    }
    zero = zero || factor == 0;
    product = product > limit ? product : product * (factor == 0 ? 1 : factor);
  }
  if (zero) {
    return 0;
  }
  return product > limit ? std::nullopt : std::optional(static_cast<std::int64_t>(product));
}

/// The greatest number that divides both, never negative. std::gcd does not take this type.
constexpr Wide common_divisor(Wide a, Wide b) {
  if (b != 0) {
    return common_divisor(b, a % b);
  }
  return a < 0 ? -a : a;
}

/// ⌈a ÷ b⌉ for a ≥ 0 and b > 0.
constexpr Wide ceil_div(Wide a, Wide b) { return (a + b - 1) / b; }

}  // namespace kvtally
