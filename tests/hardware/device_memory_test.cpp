#include "hardware/device_memory.hpp"

#include <doctest/doctest.h>

#include "hardware/reading.hpp"
#include "support/print.hpp"

namespace kvtally::device_memory_test {

namespace {

constexpr Wide kGiB = 1024 * 1024 * 1024;

Device memory(const std::string& text) { return test::right("name: D\n" + text + "\n").part; }

TEST_CASE("usable memory is that of one device, the whole part has as much for each") {
  const Device one = memory("memory: {stated: 80 GB, usable: 79.5 GiB, basis: a log}");
  CHECK(one.stated_memory == "80 GB");
  CHECK(one.usable_memory == Bytes{kGiB * 159 / 2});
  CHECK(one.usable_basis == "a log");
  CHECK_FALSE(one.usable_assumed);
  const Device two =
      memory("figures_of: chip\ndevices_per_chip: 2\nmemory: {stated: 192 GiB, usable: 94.5 GiB, basis: a log}");
  CHECK(two.usable_memory == Bytes{kGiB * 189});
}

// Most vendors' GB are GiB, so that a fraction is of the printed number in GiB: 0.98 x 64 GiB.
TEST_CASE("an assumed fraction is of the printed number read as GiB") {
  const Device device = memory("memory: {stated: 64 GB, assumed: 0.98, basis: a rule}");
  CHECK(device.usable_memory == Bytes{kGiB * 64 * 98 / 100});
  CHECK(device.usable_assumed);
  CHECK(memory("memory: {stated: 128 GB unified, assumed: 0.78, basis: a rule}").usable_memory ==
        Bytes{kGiB * 128 * 78 / 100});
  const Device chip =
      memory("figures_of: chip\ndevices_per_chip: 2\nmemory: {stated: 128 GB, assumed: 0.98, basis: a rule}");
  CHECK(chip.usable_memory == Bytes{kGiB * 128 * 98 / 100});
}

TEST_CASE("an assumed size is taken as it is written: GB and GiB are told apart") {
  CHECK(memory("memory: {stated: 44 GB SRAM, assumed: 44 GB, basis: SRAM}").usable_memory ==
        Bytes{44'000'000'000});
  CHECK(memory("memory: {stated: 128 GB unified, assumed: 110 GiB, basis: a limit}").usable_memory ==
        Bytes{kGiB * 110});
}

TEST_CASE("usable may be more than what is printed, and memory may be missing") {
  CHECK(memory("memory: {stated: 95 GiB, usable: 95.74 GiB, basis: a log}").usable_memory > Bytes{kGiB * 95});
  CHECK(!memory("memory: {stated: 96 GB}").usable_memory);
  CHECK(!memory("vendor: X").usable_memory);
}

TEST_CASE("other memories, published or not") {
  const Device device =
      memory("other_memory: {vmem: {bandwidth: not published}, cache: {bandwidth: 9 TB/s}, x: {}}");
  CHECK(device.other_memory.at("vmem") == std::nullopt);
  CHECK(device.other_memory.at("cache") == ByteRate{9'000'000'000'000});
  CHECK(device.other_memory.at("x") == std::nullopt);
}

}  // namespace

}  // namespace kvtally::device_memory_test
