#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "reference/storage/packing.hpp"

namespace kvtally::reference::floats_test {

namespace {

using test::code_of;
using test::number_of;

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// A number from its sign, exponent and fraction, as the format's definition says.
double from_fields(int code, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = code >> fraction_bits & ((1 << exponent_bits) - 1);
  const double fraction = (code & ((1 << fraction_bits) - 1)) / std::exp2(fraction_bits);
  const double sign = (code >> (exponent_bits + fraction_bits) & 1) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return sign * (fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan(""));
  }
  return sign * (exponent == 0 ? fraction * std::exp2(1 - bias) : (1 + fraction) * std::exp2(exponent - bias));
}

// How many codes do not stand for what they should, or do not come back.
int faults(std::string_view name, int exponent_bits, int fraction_bits) {
  int count = 0;
  for (int code = 0; code < 65536; ++code) {
    const double expected = from_fields(code, exponent_bits, fraction_bits);
    const auto number = static_cast<double>(number_of(name, code, 2));
    const int again = code_of(name, static_cast<Real>(number));
    if (std::isnan(expected)) {
      const bool kept = std::isnan(number) && std::isnan(from_fields(again, exponent_bits, fraction_bits)) &&
                        (again & 0x8000) == (code & 0x8000);
      count += kept ? 0 : 1;
    } else {
      count += number == expected && again == code ? 0 : 1;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("all 65536 codes of f16 and bf16 stand for their numbers and come back") {
  CHECK(faults("f16", 5, 10) == 0);
  CHECK(faults("bf16", 8, 7) == 0);
}

TEST_CASE("f16 rounds to nearest even, below its normal numbers too") {
  CHECK(code_of("f16", 1) == 0x3c00);
  // At 2048 the codes are 2 apart: 2049 lies between 0x6800 and 0x6801, 2051 between 0x6801 and 0x6802.
  CHECK(code_of("f16", 2049) == 0x6800);
  CHECK(code_of("f16", 2051) == 0x6802);
  // The least subnormal is 2^-24: its half goes to 0, three halves of it to 2.
  CHECK(code_of("f16", Real(0x1p-25)) == 0);
  CHECK(code_of("f16", Real(0x1.00001p-25)) == 1);
  CHECK(code_of("f16", Real(0x1.8p-24)) == 2);
  CHECK(code_of("f16", Real(-0x1p-24)) == 0x8001);
  CHECK(code_of("f16", Real(0x1.ff8p-15)) == 0x03ff);  // 1023 · 2^-24, the largest subnormal
  CHECK(code_of("f16", Real(0x1.ffcp-15)) == 0x0400);  // a tie with the least normal number, which is even
  CHECK(code_of("f16", Real(-0.0)) == 0x8000);
  // 65504 is the largest; 65520 is half way to 65536.
  CHECK(code_of("f16", Real(65519)) == 0x7bff);
  CHECK(code_of("f16", Real(65520)) == 0x7c00);
  CHECK(code_of("f16", -kInfinity) == 0xfc00);
  if constexpr (sizeof(Real) == 8) {
    // Once through float it would be a tie, and go down.
    CHECK(code_of("f16", static_cast<Real>(1 + 0x1p-11 + 0x1p-40)) == 0x3c01);
  }
}

TEST_CASE("bf16 rounds to nearest even and keeps float's range") {
  CHECK(code_of("bf16", 1) == 0x3f80);
  CHECK(code_of("bf16", Real(1 + 0x1p-8)) == 0x3f80);    // tie, down to even
  CHECK(code_of("bf16", Real(1 + 0x1.8p-7)) == 0x3f82);  // tie, up to even
  CHECK(code_of("bf16", Real(0x1p-134)) == 0);           // half of the least, 2^-133
  CHECK(code_of("bf16", Real(0x1.8p-133)) == 2);
  CHECK(code_of("bf16", Real(0x1.fep127)) == 0x7f7f);
  CHECK(code_of("bf16", Real(0x1.ffp127)) == 0x7f80);  // half way beyond the largest
  CHECK(code_of("bf16", std::numeric_limits<Real>::max()) == 0x7f80);
  if constexpr (sizeof(Real) == 8) {
    CHECK(code_of("bf16", static_cast<Real>(1 + 0x1p-8 + 0x1p-40)) == 0x3f81);
    CHECK(code_of("bf16", static_cast<Real>(1e300)) == 0x7f80);
  }
}

TEST_CASE("f32 is little-endian and rounds to nearest even") {
  CHECK(test::packed("f32", {1, -2}) == std::vector<int>{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0});
  CHECK(test::stored("f32", {Real(0.5), kInfinity}) == std::vector<Real>{Real(0.5), kInfinity});
  CHECK(std::isnan(test::stored("f32", {std::numeric_limits<Real>::quiet_NaN()}).front()));
  if constexpr (sizeof(Real) == 8) {
    CHECK(code_of("f32", static_cast<Real>(1 + 0x1p-24)) == 0x3f800000);
    CHECK(code_of("f32", static_cast<Real>(1 + 0x1.8p-23)) == 0x3f800002);
  }
}

TEST_CASE("the computing type is stored as it is") {
  CHECK(test::stored("real", {Real(0.1), Real(-1e-30)}) == std::vector<Real>{Real(0.1), Real(-1e-30)});
}

}  // namespace kvtally::reference::floats_test
