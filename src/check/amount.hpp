#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/parse.hpp"
#include "core/wide.hpp"

namespace kvtally {

/// A number with its unit: an exact fraction as long as that is possible, an approximation where a root or a
/// circle comes in or 128 bits do not hold the fraction.
struct Amount {
  Wide numerator = 0;
  Wide denominator = 1;               // positive; without a divisor that numerator has too
  std::optional<double> approximate;  // when it is set, numerator and denominator say nothing
  std::string unit;                   // in base units: "bytes", "tokens" …; empty: a ratio

  double value() const;
};

Amount whole(Wide value, std::string unit = {});
Amount approximately(double value, std::string unit = {});

/// The unit of each result is that of `a`; callers see to it that units fit. `b` is not 0 in a quotient.
Amount sum(const Amount& a, const Amount& b);
Amount difference(const Amount& a, const Amount& b);
Amount product(const Amount& a, const Amount& b);
Amount quotient(const Amount& a, const Amount& b);

/// −1, 0 or 1. Units are not looked at.
int compare(const Amount& a, const Amount& b);

/// Equal as exact fractions and in their units; an approximation equals nothing.
bool identical(const Amount& a, const Amount& b);

/// "524288 bytes", "512/9", "0.636620".
std::string print_amount(const Amount& amount);

/// The amount in the unit of a written number, with so many decimals more than that has: of 9210691584 bytes like
/// "8.6 GiB" with one more "8.58 GiB". An exact half is rounded up. Where `like` is no number, a fraction, or of
/// another unit, as print_amount.
std::string print_like(const Amount& amount, std::string_view like, std::size_t more = 0);

/// A number as a text prints it: its value, and how much its last digit stands for.
struct PrintedAmount {
  /// `more` and `less` are bounds: "> 1 x".
  enum class Relation : unsigned char { equal, more, less };
  Relation relation = Relation::equal;
  Amount amount;
  Amount last_digit;
};

/// A number and its unit: "524288 bytes", "8.6 GiB", "7.5 kB", "131,072 tokens", "26k tokens" (26000), "128K
/// tokens" (131072), "93.3 %", "16x", "512/9", "> 1 x". KB and a bare K of bytes are refused: texts mean either.
Parsed<PrintedAmount> parse_amount(std::string_view text);

}  // namespace kvtally
