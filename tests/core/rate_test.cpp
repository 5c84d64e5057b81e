#include "core/rate.hpp"

#include <doctest/doctest.h>

namespace kvtally::rate_test {

namespace {

TEST_CASE("rates are decimal, and say so") {
  CHECK(parse_byte_rate("3.35 TB/s")->value == 3'350'000'000'000);
  CHECK(parse_byte_rate("900GB/s")->value == 900'000'000'000);
  CHECK(parse_byte_rate("1 B/s")->value == 1);
  CHECK(parse_operation_rate("989.4 TFLOP/s")->value == 989'400'000'000'000);
  CHECK(parse_operation_rate("1978.9TOP/s")->value == 1'978'900'000'000'000);
  CHECK(parse_operation_rate("2.307 PFLOPS")->value == 2'307'000'000'000'000);
  CHECK(parse_byte_rate("820 GiB/s").error() == "'GiB/s' is no unit of a rate such as 3.35TB/s or 900GB/s");
  CHECK(parse_byte_rate("820").error() == "it has no unit, as in 3.35TB/s or 900GB/s");
  CHECK(parse_byte_rate("0 GB/s").error() == "it is less than 1 a second");
  CHECK(parse_byte_rate("-5 GB/s").error() == "it does not start with a digit");
  CHECK(parse_byte_rate("5. GB/s").error() == "a digit is missing after the point");
  CHECK(parse_byte_rate("99999 PB/s").error() == "it is too large");
  CHECK(parse_byte_rate("1234567890123456789 B/s").error() == "it has too many digits");
  CHECK(parse_operation_rate("3 TB/s").error() == "'TB/s' is no unit of a rate such as 989.4TFLOP/s or 1979TOP/s");
}

TEST_CASE("rates print in the largest unit that fits") {
  CHECK(print_rate(ByteRate{3'350'000'000'000}) == "3.35 TB/s");
  CHECK(print_rate(ByteRate{56'250'000'000}) == "56.25 GB/s");
  CHECK(print_rate(ByteRate{999}) == "999 B/s");
  CHECK(print_rate(ByteRate{}) == "0 B/s");
  CHECK(print_rate(OperationRate{1'153'500'000'000'000}) == "1.1535 PFLOP/s");
}

TEST_CASE("times print with four significant digits") {
  CHECK(print_seconds({0.0710972}) == "71.10 ms");
  CHECK(print_seconds({0.00124975}) == "1.250 ms");
  CHECK(print_seconds({0.0000195274}) == "19.53 us");
  CHECK(print_seconds({0.00099999}) == "1.000 ms");
  CHECK(print_seconds({2.00512}) == "2.005 s");
  CHECK(print_seconds({12345}) == "12345 s");
  CHECK(print_seconds({1e-12}) == "0.001 ns");
  CHECK(print_seconds({}) == "0 s");
}

TEST_CASE("times that people type") {
  CHECK(parse_seconds("50ms")->value == 0.05);
  CHECK(parse_seconds("1.5 s")->value == 1.5);
  CHECK(parse_seconds("300us")->value == doctest::Approx(0.0003));
  CHECK(parse_seconds("2min")->value == 120);
  CHECK(parse_seconds("50").error() == "it has no unit, as in 50ms or 2s");
  CHECK(parse_seconds("50m").error() == "'m' is none of the units us, ms, s, min");
  CHECK(parse_seconds("0ms").error() == "it is no time");
  CHECK(parse_seconds("-1s").error() == "it does not start with a digit");
}

TEST_CASE("a time is one division of exact counts") {
  CHECK(time_to_move(Bytes{7'370'000'000'000}, ByteRate{7'370'000'000'000}).value == 1.0);
  CHECK(time_to_compute(operations_of(MultiplyAdds{500}), OperationRate{2000}).value == 0.5);
}

}  // namespace

}  // namespace kvtally::rate_test
