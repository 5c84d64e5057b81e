#include "hardware/profile.hpp"

#include <doctest/doctest.h>

#include "hardware/reading.hpp"
#include "support/print.hpp"

namespace kvtally::profile_test {

namespace {

constexpr const char* kChip =
    "name: A Chip\nfigures_of: chip\ndevices_per_chip: 4\nmemory: {stated: 96 GB, usable: 23 GiB, basis: a log}\n"
    "bandwidth: {peak: 4000 GB/s, measured: 3000 GB/s}\nother_memory: {sram: {bandwidth: 8 TB/s}, x: {}}\n"
    "peaks: {bf16: 600 TFLOP/s, fp4: none}\nmatmul_measured: 400 TFLOP/s\n"
    "scale_up: {name: a link, one_way: 400 GB/s}\nhost: {name: a bus, one_way: 64 GB/s}\n"
    "devices_per_node: 16\nscale_up_domain: 64\ntdp: 800 W\n";

TEST_CASE("one device has a share of each figure of its chip; counts are of devices already") {
  const Device device = device_of(test::right(kChip));
  CHECK(device.id == "d");
  CHECK_FALSE(device.whole_part);
  CHECK(device.usable_memory == Bytes{Wide{23} * 1024 * 1024 * 1024});
  CHECK(device.bandwidth == ByteRate{1'000'000'000'000});
  CHECK(device.measured_bandwidth == ByteRate{750'000'000'000});
  CHECK(device.other_memory.at("sram") == ByteRate{2'000'000'000'000});
  CHECK(device.other_memory.at("x") == std::nullopt);
  CHECK(device.peaks.at("bf16").rate == OperationRate{150'000'000'000'000});
  CHECK(device.peaks.at("fp4") == Peak{});
  CHECK(device.measured_matmul == OperationRate{100'000'000'000'000});
  CHECK(device.scale_up.one_way == ByteRate{100'000'000'000});
  CHECK(device.host.one_way == ByteRate{16'000'000'000});
  CHECK(device.devices_per_node == 16);
  CHECK(device.scale_up_domain == 64);
  CHECK(device.watts == 200);
}

TEST_CASE("the whole part has the figures as they are printed; counts are of parts") {
  const Device chip = whole_part_of(test::right(kChip));
  CHECK(chip.id == "d:chip");
  CHECK(chip.whole_part);
  CHECK(chip.usable_memory == Bytes{Wide{92} * 1024 * 1024 * 1024});
  CHECK(chip.bandwidth == ByteRate{4'000'000'000'000});
  CHECK(chip.devices_per_node == 4);
  CHECK(chip.scale_up_domain == 16);
  CHECK(chip.watts == 800);
}

TEST_CASE("where software sees one device in a part, both are the same") {
  const Profile profile =
      test::right("name: D\nfigures_of: chip\nbandwidth: {peak: 819 GB/s}\ndevices_per_node: 8\n");
  CHECK(whole_part_of(profile) == device_of(profile));
  CHECK(device_of(profile) == profile.part);
}

}  // namespace

}  // namespace kvtally::profile_test
