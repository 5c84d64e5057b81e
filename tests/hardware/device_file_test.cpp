#include "hardware/device_file.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>

#include "hardware/reading.hpp"
#include "support/golden.hpp"

namespace kvtally::device_file_test {

namespace {

std::vector<std::string> stems(const std::string& folder, const std::string& ending) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(KVTALLY_SOURCE_DIR) + "/" + folder)) {
    if (entry.path().extension() == ending) {
      out.push_back(entry.path().stem().string());
    }
  }
  std::ranges::sort(out);
  return out;
}

TEST_CASE("what is wrong with a device's file is said with its place") {
  for (const std::string& name : stems("tests/data/hardware_broken", ".yaml")) {
    CAPTURE(name);
    const std::string problems =
        test::problems_of(test::source_text("tests/data/hardware_broken/" + name + ".yaml"), name + ".yaml");
    CHECK_FALSE(problems.empty());
    test::check_golden("tests/golden/hardware_broken/" + name + ".txt", problems);
  }
  CHECK(stems("tests/data/hardware_broken", ".yaml") == stems("tests/golden/hardware_broken", ".txt"));
}

constexpr const char* kWhole =
    "name: A Device\nvendor: Somebody\ncategory: asic\nyear: 2025\nconfidence: B\n"
    "aliases: [ad, \"The Device\"]\nambiguous: [dev]\nambiguous_with: {thing: another}\n"
    "distinct_from: {ad2: the next one}\n"
    "figures_of: chip\ndevices_per_chip: 4\n"
    "memory: {stated: 96 GB, usable: 23 GiB, basis: a log}\n"
    "bandwidth: {peak: 4000 GB/s, measured: 3000 GB/s}\n"
    "other_memory: {sram: {bandwidth: 8 TB/s}}\n"
    "peaks:\n  bf16: 600 TFLOP/s\n  fp4: none\n"
    "matmul_measured: 400 TFLOP/s\n"
    "scale_up: {name: a link, one_way: 400 GB/s}\nhost: {name: a bus, one_way: 64 GB/s}\n"
    "devices_per_node: 16\nscale_up_domain: 64\ntdp: 800 W\nusual: tpu\n"
    "trap: a trap\nnotes: a note\nsources: [one, two]\n";

TEST_CASE("every key of a file arrives") {
  const Profile profile = test::right(kWhole);
  const Device& part = profile.part;
  CHECK(part.id == "d");
  CHECK(part.name == "A Device");
  CHECK(part.vendor == "Somebody");
  CHECK(part.category == "asic");
  CHECK(part.year == 2025);
  CHECK(part.confidence == 'B');
  CHECK(part.aliases == std::vector<std::string>{"ad", "The Device"});
  CHECK(part.figures_of == "chip");
  CHECK(part.devices_per_part == 4);
  CHECK(part.peaks.at("fp4") == Peak{});
  CHECK(part.peaks.size() == 2);
  CHECK(part.devices_per_node == 16);
  CHECK(part.scale_up_domain == 64);
  CHECK(part.trap == "a trap");
  CHECK(part.notes == "a note");
  CHECK(part.sources == std::vector<std::string>{"one", "two"});
  CHECK(profile.usual == "tpu");
  CHECK(profile.ambiguous == std::vector<std::string>{"dev"});
  CHECK(profile.ambiguous_with.at("thing") == "another");
  CHECK(profile.distinct_from.at("ad2") == "the next one");
}

TEST_CASE("a name is enough: the rest is then not published") {
  const Profile profile = test::right("name: D\n");
  Device expected;
  expected.id = "d";
  expected.name = "D";
  expected.figures_of = "device";
  CHECK(profile.part == expected);
}

}  // namespace

}  // namespace kvtally::device_file_test
