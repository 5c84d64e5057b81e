#include "hardware/achieved.hpp"

#include <doctest/doctest.h>

#include "hardware/reading.hpp"
#include "support/print.hpp"

namespace kvtally::achieved_test {

namespace {

constexpr Wide kTera = 1'000'000'000'000;

Device some_device() {
  Device out = test::with_peaks({{"bf16", 1000}, {"fp8", 2000}, {"fp4", 0}});
  out.bandwidth = ByteRate{4 * kTera};
  out.usual = {"parts of a sort", 850, 800, "tests"};
  return out;
}

TEST_CASE("a measured bandwidth is taken as it is") {
  Device device = some_device();
  device.measured_bandwidth = ByteRate{3 * kTera};
  CHECK(achieved_bandwidth(device)->rate == ByteRate{3 * kTera});
  CHECK(achieved_bandwidth(device)->assumption ==
        "d: a bandwidth of 3 TB/s, as measured (0.750 of the peak, 4 TB/s)");
  device.bandwidth.reset();
  CHECK(achieved_bandwidth(device)->assumption == "d: a bandwidth of 3 TB/s, as measured");
}

TEST_CASE("without a measurement the usual fraction is, and is said") {
  Device device = some_device();
  CHECK(achieved_bandwidth(device)->rate == ByteRate{3'400'000'000'000});
  CHECK(achieved_bandwidth(device)->assumption == "d: 0.850 of its bandwidth, as parts of a sort usually reach");
  device.usual = {};
  CHECK(achieved_bandwidth(device).error() ==
        "d: what it reaches of its bandwidth was not measured, nor is a usual fraction known");
  device.bandwidth.reset();
  CHECK(achieved_bandwidth(device).error() == "d: its bandwidth is not published");
}

TEST_CASE("a measured product in 16 bits gives the fraction for every format, and may pass the peak") {
  Device device = some_device();
  device.measured_matmul = OperationRate{1100 * kTera};
  CHECK(achieved_matmul(device)->rate == OperationRate{1100 * kTera});
  CHECK(achieved_matmul(device)->assumption ==
        "d: matrix products at 1.1 PFLOP/s, as measured (1.100 of the peak, 1 PFLOP/s)");
  const auto fp8 = achieved_matmul(device, *peak_for(device, "fp8"));
  CHECK(fp8->rate == OperationRate{2200 * kTera});
  CHECK(fp8->assumption == "d: 1.100 of its peak in fp8, as measured in 16 bits (1.1 PFLOP/s of 1 PFLOP/s)");
}

TEST_CASE("products that nobody measured take the usual fraction, or are refused") {
  Device device = some_device();
  CHECK(achieved_matmul(device)->rate == OperationRate{800 * kTera});
  CHECK(achieved_matmul(device)->assumption == "d: 0.800 of its peak in bf16, as parts of a sort usually reach");
  CHECK(achieved_matmul(device, *peak_for(device, "fp4"))->rate == OperationRate{1600 * kTera});
  device.usual.matmul.reset();
  CHECK(achieved_matmul(device).error() ==
        "d: what it reaches of its peak in bf16 was not measured, nor is a usual fraction known");
  device.peaks.clear();
  CHECK(achieved_matmul(device).error() == "d: no peak for numbers of 16 bits is published");
  device.measured_matmul = OperationRate{124 * kTera};
  CHECK(achieved_matmul(device)->assumption == "d: matrix products at 124 TFLOP/s, as measured");
}

}  // namespace

}  // namespace kvtally::achieved_test
