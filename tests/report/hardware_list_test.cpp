#include "report/hardware_list.hpp"

#include <doctest/doctest.h>

namespace kvtally::hardware_list_test {

namespace {

Device some_device() {
  Device out;
  out.id = "d";
  out.name = "A Device";
  out.vendor = "Somebody";
  out.year = 2025;
  out.confidence = 'B';
  out.usable_memory = Bytes{Wide{80} << 30};
  out.bandwidth = ByteRate{3'350'000'000'000};
  out.peaks = {{"bf16", {OperationRate{989'400'000'000'000}}}, {"fp4", {}}};
  out.scale_up = {"none", {}};
  return out;
}

std::string row(const Device& device, const Table& table) {
  std::string out;
  for (const Cell& cell : table.rows.front()) {
    out += cell.text + (cell.raw.empty() ? "" : " (" + cell.raw + ")") + "|";
  }
  CHECK(table.rows.size() == 1);
  CHECK(table.rows.front().size() == table.columns.size());
  CHECK(table.rows.front().front().text == device.id);
  return out;
}

TEST_CASE("a device's row: numbers for people, base units for programs") {
  const Device device = some_device();
  CHECK(row(device, list_of({device}, Units::binary)) ==
        "d|A Device|Somebody|2025|80 GiB (85899345920)|3350 (3350000000000)|989.4 (989400000000000)|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|none|295.3 (295.343)|none|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|B|");
}

TEST_CASE("a tilde stands before what is assumed, and before all of a secondary or derived device") {
  Device device = some_device();
  device.usable_assumed = true;
  CHECK(row(device, list_of({device}, Units::decimal))
            .starts_with("d|A Device|Somebody|2025|~85.899 GB (85899345920)|3350 ("));
  device.usable_assumed = false;
  device.confidence = 'D';
  CHECK(row(device, list_of({device}, Units::binary)) ==
        "d|A Device|Somebody|2025|~80 GiB (85899345920)|~3350 (3350000000000)|~989.4 (989400000000000)|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|none|~295.3 (295.343)|none|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|D|");
}

TEST_CASE("nothing published is said of every figure") {
  Device device;
  device.id = "d";
  CHECK(row(device, list_of({device}, Units::binary)) ==
        "d|||0|n.p. (not published)|n.p. (not published)|n.p. (not published)|n.p. (not published)|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|n.p. (not published)|n.p. (not published)|"
        "n.p. (not published)|n.p. (not published)|n.p. (not published)|D|");
}

TEST_CASE("a device without bf16 has the ridge of fp16") {
  Device device = some_device();
  device.peaks = {{"bf16", {}}, {"fp16", {OperationRate{65'000'000'000'000}}}};
  device.bandwidth = ByteRate{320'000'000'000};
  CHECK(row(device, list_of({device}, Units::binary)).find("|203.1 (203.125)|") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::hardware_list_test
