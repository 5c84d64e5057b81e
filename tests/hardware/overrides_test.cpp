#include "hardware/overrides.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "hardware/reading.hpp"
#include "support/print.hpp"

namespace kvtally::overrides_test {

namespace {

Device some_device() {
  Device out = test::with_peaks({{"bf16", 989}, {"fp8", 1978}});
  out.usable_memory = Bytes{80};
  out.usable_assumed = true;
  out.usable_basis = "a rule";
  out.bandwidth = ByteRate{3'350'000'000'000};
  out.measured_bandwidth = ByteRate{3'000'000'000'000};
  out.measured_matmul = OperationRate{800'000'000'000'000};
  out.scale_up = {"a link", ByteRate{450}};
  return out;
}

Device with(std::initializer_list<std::string_view> overrides) {
  Device out = some_device();
  const std::vector<std::string_view> words(overrides);
  CHECK(render(apply_overrides(out, words, "d")) == "");
  return out;
}

// What is said of one override.
std::string refused(std::string_view override) {
  Device device = some_device();
  const std::vector<std::string_view> words{override};
  const std::string said = render(apply_overrides(device, words, fmt::format("d,{}", override)));
  CHECK(device == some_device());
  return said;
}

TEST_CASE("memory is set exactly, and 24 GB is not 24 GiB") {
  CHECK(with({"memory=24GiB"}).usable_memory == Bytes{25'769'803'776});
  CHECK(with({"memory=24GB"}).usable_memory == Bytes{24'000'000'000});
  const Device device = with({"memory=94.74 GiB"});
  CHECK(device.usable_memory == Bytes{101'726'300'406});
  CHECK_FALSE(device.usable_assumed);
  CHECK(device.usable_basis == "as given");
  CHECK(device.overrides == std::vector<std::string>{"memory=94.74 GiB"});
}

TEST_CASE("a bandwidth or peak that is set takes the place of what was measured") {
  const Device bandwidth = with({"bandwidth=3.0TB/s"});
  CHECK(bandwidth.bandwidth == ByteRate{3'000'000'000'000});
  CHECK(!bandwidth.measured_bandwidth);
  CHECK(bandwidth.measured_matmul == some_device().measured_matmul);
  const Device peaks = with({"bf16=1.979PFLOP/s", "fp8=none", "int8=153.5TOP/s"});
  CHECK(peaks.peaks.at("bf16").rate == OperationRate{1'979'000'000'000'000});
  CHECK(peaks.peaks.at("fp8") == Peak{});
  CHECK(peaks.peaks.at("int8").rate == OperationRate{153'500'000'000'000});
  CHECK(!peaks.measured_matmul);
  CHECK(peaks.measured_bandwidth == some_device().measured_bandwidth);
  CHECK(peaks.overrides == std::vector<std::string>{"bf16=1.979PFLOP/s", "fp8=none", "int8=153.5TOP/s"});
}

TEST_CASE("links keep their names; one that was none is as given") {
  const Device device = with({"link=200GB/s", "host-link=63GB/s"});
  CHECK(device.scale_up == Link{"a link", ByteRate{200'000'000'000}});
  CHECK(device.host == Link{"as given", ByteRate{63'000'000'000}});
  CHECK(with({"link=none"}).scale_up == Link{"none", {}});
}

TEST_CASE("prices in thousandths of a dollar") {
  CHECK(with({"price=$2.50"}).price == 2500);
  CHECK(with({"price=2.5"}).price == 2500);
  CHECK(with({"price=$98"}).price == 98'000);
  CHECK(with({"price=$0.125"}).price == 125);
  CHECK(with({"price=$0"}).price == 0);
  for (const std::string bad : {"$", "", "2,50", "2.", ".5", "$2.5000", "-1", "EUR 2", "$2000000", "1e3", "$$2"}) {
    CAPTURE(bad);
    CHECK(refused("price=" + bad) == fmt::format("'d,price={0}': price is '{0}': it is no price; expected dollars "
                                                 "for one device and hour such as $2.50\n",
                                                 bad));
  }
}

TEST_CASE("what is wrong with an override is said in full") {
  CHECK(refused("memory=80") ==
        "'d,memory=80': memory is '80': it has no unit, and 80 GB and 80 GiB differ by 7 %; "
        "expected a size such as 80GiB or 80GB\n");
  CHECK(refused("memory=0") ==
        "'d,memory=0': memory is '0': it is nothing; expected a size such as 80GiB or 80GB\n");
  CHECK(refused("bandwidth=fast") ==
        "'d,bandwidth=fast': bandwidth is 'fast': it does not start with a digit; "
        "expected a rate such as 3.35TB/s\n");
  CHECK(
      refused("bandwidth=820GiB/s") ==
      "'d,bandwidth=820GiB/s': bandwidth is '820GiB/s': 'GiB/s' is no unit of a rate such as 3.35TB/s or 900GB/s; "
      "expected a rate such as 3.35TB/s\n");
  CHECK(refused("link=0GB/s") ==
        "'d,link=0GB/s': link is '0GB/s': it is less than 1 a second; expected a rate of "
        "one direction such as 450GB/s, or none\n");
  CHECK(refused("bf16=989") ==
        "'d,bf16=989': bf16 is '989': it has no unit, as in 989.4TFLOP/s or "
        "1979TOP/s; expected a dense peak such as 989TFLOP/s, or none\n");
  constexpr const char* kKeys =
      "expected one of memory, bandwidth, link, host-link, price, bf16, fp16, fp8, int8, fp4, int4, tf32\n";
  CHECK(refused("bandwith=3TB/s") ==
        std::string("'d,bandwith=3TB/s': unknown key 'bandwith'; ") + kKeys + "  did you mean 'bandwidth'?\n");
  CHECK(refused("memory") == std::string("'d,memory': 'memory' is no KEY=VALUE; ") + kKeys);
  CHECK(refused("=3") == std::string("'d,=3': '=3' is no KEY=VALUE; ") + kKeys);
  CHECK(refused("") == std::string("'d,': '' is no KEY=VALUE; ") + kKeys);
}

TEST_CASE("a key counts once, and every fault is reported") {
  Device device = some_device();
  const std::vector<std::string_view> words{"memory=1GB", "memory=2GB", "x=1", "fp8=?"};
  const Problems problems = apply_overrides(device, words, "d,...");
  CHECK(problems.size() == 3);
  CHECK(problems[0].what == "'d,...': memory is set twice");
  CHECK(device.usable_memory == Bytes{1'000'000'000});
}

}  // namespace

}  // namespace kvtally::overrides_test
