#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "reference/storage/packing.hpp"

namespace kvtally::reference::fp8_test {

namespace {

using test::code_of;
using test::number_of;

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// The two tables of OFP8, worked out from sign, exponent and fraction.
double e4m3(int code) {
  const double sign = code >= 0x80 ? -1 : 1;
  const int exponent = code >> 3 & 15;
  const int eighths = code & 7;
  if (exponent == 15 && eighths == 7) {
    return std::nan("");
  }
  return sign * (exponent == 0 ? eighths / 8.0 * std::exp2(-6) : (1 + eighths / 8.0) * std::exp2(exponent - 7));
}

double e5m2(int code) {
  const double sign = code >= 0x80 ? -1 : 1;
  const int exponent = code >> 2 & 31;
  const int quarters = code & 3;
  if (exponent == 31) {
    return quarters == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  }
  return sign *
         (exponent == 0 ? quarters / 4.0 * std::exp2(-14) : (1 + quarters / 4.0) * std::exp2(exponent - 15));
}

struct Format {
  std::string_view name;
  double (*number)(int);
  int largest;
};
constexpr std::array kFormats{Format{"fp8_e4m3", e4m3, 0x7e}, Format{"fp8_e5m2", e5m2, 0x7b}};

}  // namespace

TEST_CASE("all 256 codes of both fp8 formats stand for their numbers and come back") {
  for (const Format& format : kFormats) {
    CAPTURE(format.name);
    for (int code = 0; code < 256; ++code) {
      CAPTURE(code);
      const auto number = static_cast<double>(number_of(format.name, code, 1));
      const int again = code_of(format.name, static_cast<Real>(number));
      if (std::isnan(format.number(code))) {
        CHECK(std::isnan(number));
        CHECK(std::isnan(format.number(again)));
        CHECK((again & 0x80) == (code & 0x80));
      } else {
        CHECK(number == format.number(code));
        CHECK(again == code);
      }
    }
  }
}

TEST_CASE("the ends of the fp8 formats are those of the specification") {
  CHECK(number_of("fp8_e4m3", 0x7e, 1) == 448);
  CHECK(number_of("fp8_e4m3", 0x01, 1) == Real(0x1p-9));
  CHECK(number_of("fp8_e5m2", 0x7b, 1) == 57344);
  CHECK(number_of("fp8_e5m2", 0x01, 1) == Real(0x1p-16));
}

TEST_CASE("fp8 rounds to the nearest code, half way to the even one") {
  for (const Format& format : kFormats) {
    CAPTURE(format.name);
    for (int code = 0; code < format.largest; ++code) {
      CAPTURE(code);
      const double low = format.number(code);
      const double high = format.number(code + 1);
      const double middle = (low + high) / 2;
      const double near = (high - low) / 1024;
      CHECK(code_of(format.name, static_cast<Real>(middle)) == code + code % 2);
      CHECK(code_of(format.name, static_cast<Real>(-middle)) == 0x80 + code + code % 2);
      CHECK(code_of(format.name, static_cast<Real>(middle - near)) == code);
      CHECK(code_of(format.name, static_cast<Real>(middle + near)) == code + 1);
    }
  }
}

TEST_CASE("fp8 saturates; infinity stays where the format has it; what is no number stays so") {
  CHECK(code_of("fp8_e4m3", 449) == 0x7e);
  CHECK(code_of("fp8_e4m3", 465) == 0x7e);  // nearer to 480, whose code would be the one for no number
  CHECK(code_of("fp8_e4m3", Real(-1e30)) == 0xfe);
  CHECK(code_of("fp8_e4m3", kInfinity) == 0x7e);
  CHECK(code_of("fp8_e4m3", -kInfinity) == 0xfe);
  CHECK(code_of("fp8_e5m2", Real(61441)) == 0x7b);  // nearer to 65536, whose code would be infinity's
  CHECK(code_of("fp8_e5m2", Real(-1e30)) == 0xfb);
  CHECK(code_of("fp8_e5m2", -kInfinity) == 0xfc);
  CHECK(std::isnan(test::stored("fp8_e4m3", {std::numeric_limits<Real>::quiet_NaN()}).front()));
  CHECK(std::isnan(test::stored("fp8_e5m2", {std::numeric_limits<Real>::quiet_NaN()}).front()));
}

}  // namespace kvtally::reference::fp8_test
