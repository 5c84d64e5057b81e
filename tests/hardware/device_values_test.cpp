#include "hardware/device_values.hpp"

#include <doctest/doctest.h>

#include "hardware/reading.hpp"

namespace kvtally::device_values_test {

namespace {

TEST_CASE("fractions in thousandths") {
  CHECK(parse_thousandths("0.85") == 850);
  CHECK(parse_thousandths("0.8") == 800);
  CHECK(parse_thousandths("1") == 1000);
  CHECK(parse_thousandths("1.08") == 1080);
  CHECK(parse_thousandths("0.001") == 1);
  CHECK(parse_thousandths("2.000") == 2000);
  for (const std::string bad : {"", ".8", "0.", "0.8765", "10", "-1", "8 %", "0.8x", "1e0", "0,8", "0.8.1"}) {
    CAPTURE(bad);
    CHECK(parse_thousandths(bad).error() == "it is no number with at most three decimals");
  }
  for (const std::string bad : {"0", "0.000", "2.001", "9"}) {
    CAPTURE(bad);
    CHECK(parse_thousandths(bad).error() == "it is not from 0.001 to 2");
  }
}

TEST_CASE("values that are written as they must be") {
  const Device part =
      test::right(
          "name: D\nbandwidth: {peak: 21 PB/s, measured: 1.5 TB/s}\nmatmul_measured: 94.0 TFLOP/s\n"
          "peaks: {int8: 153.5 TOP/s}\ntdp: 23000 W\nhost: {name: a link}\nscale_up: none\n")
          .part;
  CHECK(part.bandwidth == ByteRate{21'000'000'000'000'000});
  CHECK(part.measured_bandwidth == ByteRate{1'500'000'000'000});
  CHECK(part.measured_matmul == OperationRate{94'000'000'000'000});
  CHECK(part.peaks.at("int8").rate == OperationRate{153'500'000'000'000});
  CHECK(part.watts == 23000);
  CHECK(part.host == Link{"a link", {}});
  CHECK(part.scale_up == Link{"none", {}});
  const Device bare = test::right("name: D\n").part;
  CHECK(bare.scale_up == Link{});
  CHECK(!bare.watts);
  CHECK(!bare.bandwidth);
}

}  // namespace

}  // namespace kvtally::device_values_test
