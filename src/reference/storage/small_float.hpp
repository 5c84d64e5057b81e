#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kvtally::reference {

/// A floating-point format of a sign, an exponent and a fraction, with subnormal numbers below the least exponent.
/// Codes are ordered like the magnitudes that they stand for, so that the sign's bit, the largest finite code and
/// what lies above it say all that formats differ in.
struct SmallFloat {
  int bits;                // of a code
  int fraction;            // bits of the fraction
  int least;               // exponent of the least normal number
  std::uint32_t largest;   // code of the largest finite number
  std::uint32_t infinity;  // its code; 0 where the format has none
  std::uint32_t nan;       // the code written for what is no number; 0 where the format has none
  bool saturates;          // a finite number beyond the largest becomes the largest, not infinity
};

/// The magnitude of a finite code.
template <SmallFloat F>
double magnitude(std::uint32_t code) {
  const auto field = static_cast<int>(code >> F.fraction);
  const std::uint32_t fraction = code & ((1U << F.fraction) - 1U);
  return field == 0 ? std::ldexp(fraction, F.least - F.fraction)
                    : std::ldexp(fraction + (1U << F.fraction), field - 1 + F.least - F.fraction);
}

/// The number that a code stands for.
template <SmallFloat F>
double decode(std::uint32_t code) {
  const std::uint32_t sign = 1U << (F.bits - 1);
  const std::uint32_t unsigned_code = code & (sign - 1U);
  double number = std::numeric_limits<double>::quiet_NaN();
  if (unsigned_code <= F.largest) {
    number = magnitude<F>(unsigned_code);
  } else if (F.infinity != 0 && unsigned_code == F.infinity) {
    number = std::numeric_limits<double>::infinity();
  }
  return std::copysign(number, (code & sign) != 0 ? -1.0 : 1.0);
}

/// The code of the nearest number; of two that are equally near, the one with an even code. Infinity stays where
/// the format has it and becomes the largest number elsewhere. Where a format has no code for what is no number,
/// zero stands for it.
template <SmallFloat F>
std::uint32_t encode(double number) {
  const std::uint32_t sign = std::signbit(number) ? 1U << (F.bits - 1) : 0U;
  if (std::isnan(number)) {
    return sign | F.nan;
  }
  const double size = std::abs(number);
  if (std::isinf(size)) {
    return sign | (F.infinity != 0 ? F.infinity : F.largest);
  }
  if (size == 0) {
    return sign;
  }
  // In units of the last place there, the magnitude is 0 to 2^(fraction + 1); the upper end is the next exponent's
  // first code, which the sum below gives.
  const int exponent = std::max(std::ilogb(size), F.least);
  if (exponent > F.least + static_cast<int>(F.largest >> F.fraction)) {
    return sign | (F.saturates ? F.largest : F.infinity);
  }
  const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, F.fraction - exponent)));
  const std::uint32_t code = (static_cast<std::uint32_t>(exponent - F.least) << F.fraction) + units;
  return sign | (code <= F.largest ? code : F.saturates ? F.largest : F.infinity);
}

}  // namespace kvtally::reference
