#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "core/parse.hpp"
#include "core/quantity.hpp"

/// What things cost in time. Rates are decimal: 3.35 TB/s is 3,350,000,000,000 bytes a second.
namespace kvtally {

/// One multiplication or one addition: what makers of hardware count. A multiply-add is two.
using Operations = Quantity<struct OperationsUnit>;
/// Bytes a second.
using ByteRate = Quantity<struct ByteRateUnit>;
/// Operations a second.
using OperationRate = Quantity<struct OperationRateUnit>;

constexpr Operations operations_of(MultiplyAdds macs) { return {macs.value * 2}; }

/// A time. It is the last division that is made of exact counts, so that it may be a floating-point number.
struct Seconds {
  double value = 0;

  friend constexpr auto operator<=>(Seconds, Seconds) = default;
  friend constexpr Seconds operator+(Seconds a, Seconds b) { return {a.value + b.value}; }
  constexpr Seconds& operator+=(Seconds other) {
    value += other.value;
    return *this;
  }
};

/// bytes ÷ rate; the rate is not 0.
Seconds time_to_move(Bytes bytes, ByteRate rate);
/// operations ÷ rate; the rate is not 0.
Seconds time_to_compute(Operations operations, OperationRate rate);

/// "3.35 TB/s", "900 GB/s", "64MB/s"; decimal units alone: a binary one is refused, because makers mean decimal
/// ones and 820 GiB/s is 7 % more than 820 GB/s. At least 1 byte a second, at most 63 bits.
Parsed<ByteRate> parse_byte_rate(std::string_view text);
/// "989.4 TFLOP/s", "1978.9 TOP/s", "2.3 PFLOP/s", also TFLOPS and TOPS.
Parsed<OperationRate> parse_operation_rate(std::string_view text);

/// "50ms", "1.5 s", "300us", "2min": more than nothing.
Parsed<Seconds> parse_seconds(std::string_view text);

/// "3.35 TB/s": the largest unit in which it is at least 1, four decimals at most, without trailing zeros.
std::string print_rate(ByteRate rate);
/// "989.4 TFLOP/s".
std::string print_rate(OperationRate rate);
/// Four significant digits: "1.250 ms", "71.10 ms", "19.53 us", "2.005 s", "0 s".
std::string print_seconds(Seconds time);

}  // namespace kvtally
