#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "hardware/achieved.hpp"
#include "hardware/catalogue.hpp"
#include "hardware/device_file.hpp"
#include "read/text/yaml.hpp"
#include "support/golden.hpp"
#include "support/print.hpp"

/// What calculators and tables got wrong about devices, one test a trap.
namespace kvtally::traps_test {

namespace {

const Catalogue& catalogue() {
  static const Catalogue out(embedded_files());
  return out;
}

Device device(std::string_view word) {
  auto found = catalogue().find(word);
  REQUIRE_MESSAGE(found.has_value(), render(found.error()));
  return *found;
}

std::string peak(std::string_view word, std::string_view format) {
  const Device found = device(word);
  const auto rate = found.peaks.find(format);
  return rate == found.peaks.end() ? "not published" : rate->second.rate ? print_rate(*rate->second.rate) : "none";
}

// Usable bytes against the printed number: of B300 the printed GB are decimal and all usable, of A100 they are
// GiB.
TEST_CASE("a printed GB has no one meaning: capacity is what a driver prints") {
  CHECK(device("a100-sxm-80").usable_memory == Bytes{Wide{80} << 30});
  CHECK(*device("b300-sxm").usable_memory > Bytes{288'000'000'000});
  CHECK(*device("b300-sxm").usable_memory < Bytes{Wide{288} << 30});
  CHECK(*device("gb300").usable_memory > *device("b300-sxm").usable_memory);
  CHECK(device("gb300").stated_memory == "288 GB");
  CHECK(*device("tpu-v5p").usable_memory > *parse_bytes(device("tpu-v5p").stated_memory));
  CHECK(*device("l40s").usable_memory < Bytes{(Wide{48} << 30) * 94 / 100});  // error correction takes a sixteenth
  CHECK(device("h800-sxm").usable_assumed);
  CHECK_FALSE(device("h100-sxm").usable_assumed);
}

TEST_CASE("an Apple computer's graphics may use a part of its memory, a Strix Halo's what its owner sets") {
  CHECK(device("apple-m4-max").usable_memory == Bytes{(Wide{128} << 30) * 78 / 100});
  CHECK(device("strix-halo-395").usable_memory == Bytes{Wide{110} << 30});
  CHECK(device("strix-halo-395,memory=124GiB").usable_memory == Bytes{Wide{124} << 30});
}

TEST_CASE("peaks are dense, whatever the headline says") {
  CHECK(peak("h100-sxm", "bf16") == "989.4 TFLOP/s");         // 1979 with sparsity
  CHECK(peak("l4", "bf16") == "121 TFLOP/s");                 // 242
  CHECK(peak("b200-sxm", "bf16") == "2.25 PFLOP/s");          // 36 for eight, sparse
  CHECK(peak("mi355x", "fp8") == "5.033 PFLOP/s");            // 10.1
  CHECK(peak("trainium2:chip", "bf16") == "667 TFLOP/s");     // 2563, at 4 to 1
  CHECK(peak("gaudi3", "bf16") == "1.677 PFLOP/s");           // 1835 at a clock that is not shipped
  CHECK(peak("jetson-agx-orin-64", "int8") == "85 TFLOP/s");  // 275 of GPU and accelerators together, sparse
  CHECK(peak("rtx-4090", "fp8") == "330.3 TFLOP/s");          // 1321
  CHECK(peak("cerebras-wse3", "fp16") == "15.8 PFLOP/s");     // 125
}

TEST_CASE("one format's peak does not follow from another's") {
  CHECK(peak("b300-sxm", "int8") == "153.5 TFLOP/s");  // fp8 has 4500
  CHECK(peak("b300-sxm", "fp4") == "14 PFLOP/s");      // not half of 18 sparse
  for (const std::string_view same : {"tpu-v6e", "tpu-v5p", "gaudi3"}) {
    CHECK(peak(same, "fp8") == peak(same, "bf16"));
  }
  CHECK(peak("trainium3", "fp4") == peak("trainium3", "fp8"));
  CHECK(peak("tpu-v7x", "int8") == "not published");
  CHECK(peak("tpu-v7x", "fp4") == "none");
  CHECK(peak_for(device("tpu-v7x"), "int8")->format == "bf16");
  CHECK(peak("t4", "bf16") == "none");
}

TEST_CASE("the doubled rate of 16-bit sums is never that of bf16") {
  CHECK(peak("rtx-5090", "bf16") == "209.5 TFLOP/s");
  CHECK(peak("rtx-5090", "fp16_fp16_accumulate") == "419 TFLOP/s");
  CHECK(peak_for(device("rtx-5090"), "fp16")->rate == OperationRate{209'500'000'000'000});
  CHECK(peak("rtx-4090", "bf16") == "165.2 TFLOP/s");  // nor is the rate of the vector units, 82.6
}

TEST_CASE("bandwidths are those of the datasheets, decimal") {
  CHECK(device("h100-sxm").bandwidth == ByteRate{3'350'000'000'000});      // 3072 before it was launched
  CHECK(device("gb200").bandwidth == ByteRate{8'000'000'000'000});         // 13400 somewhere
  CHECK(device("trainium1:chip").bandwidth == ByteRate{820'000'000'000});  // "820 GiB/sec" on one page
  CHECK(device("rx-7900-xtx").bandwidth == ByteRate{960'000'000'000});     // 3.5 TB/s with a cache
}

TEST_CASE("links are of one direction, and what has none says so") {
  CHECK(device("h100-sxm").scale_up == Link{"NVLink 4", ByteRate{450'000'000'000}});
  CHECK(device("h800-sxm").scale_up.one_way == ByteRate{200'000'000'000});
  CHECK(device("rtx-4090").scale_up == Link{"none", {}});
  CHECK(device("ascend-910c").scale_up.one_way == std::nullopt);
}

TEST_CASE("what was measured is no peak, and may pass one") {
  CHECK(*device("rtx-3090").measured_matmul > *device("rtx-3090").peaks.at("bf16").rate);
  CHECK(achieved_matmul(device("rtx-3090"))->rate == OperationRate{78'000'000'000'000});
  CHECK(peak("apple-m5-max", "bf16") == "not published");
  CHECK(achieved_matmul(device("apple-m5-max"))->rate == OperationRate{124'000'000'000'000});
  CHECK(!device("h800-sxm").measured_matmul);  // 660 TFLOP/s are those of an attention kernel
}

TEST_CASE("parts with several devices to software") {
  for (const auto& [chip, devices] : {std::pair{"tpu-v7x", 2},
                                      {"mi250x", 2},
                                      {"trainium1", 2},
                                      {"inferentia2", 2},
                                      {"trainium2", 8},
                                      {"trainium3", 8},
                                      {"ascend-910c", 2}}) {
    CAPTURE(chip);
    const Device one = device(chip);
    const Device all = device(fmt::format("{}:chip", chip));
    CHECK(one.bandwidth->value * devices == all.bandwidth->value);
    CHECK(one.usable_memory->value * devices <= all.usable_memory->value);
    CHECK(one.usable_memory->value * devices > all.usable_memory->value - devices);
    CHECK(*one.devices_per_node == *all.devices_per_node * devices);
  }
}

TEST_CASE("a device's file that is cut off anywhere is read or refused") {
  for (const std::string id : {"tpu-v7x", "dgx-spark", "l40s"}) {
    const std::string text = test::source_text("hardware/" + id + ".yaml");
    REQUIRE(text.size() > 500);
    for (std::size_t size = 0; size < text.size(); ++size) {
      const auto tree = parse_yaml(id, text.substr(0, size));
      const auto profile = tree ? read_profile(*tree, id) : std::unexpected(tree.error());
      CHECK((profile.has_value() || !profile.error().empty()));
    }
  }
}

TEST_CASE("any word is a device or is refused with a reason") {
  const auto piece = rc::gen::element<std::string>("h100-sxm", "H100", "tpu-v7x", ":chip", ":", ",", "=", "memory",
                                                   "80", "GiB", "bf16", "1e9", "TFLOP/s", "price", "$", " ", "-",
                                                   ".", "none", "\xff", "999999999999999999", "link", "TB/s");
  CHECK(rc::check([&] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(piece);
    std::string word;
    for (const std::string& text : pieces) {
      word += text;
    }
    const auto found = catalogue().find(word);
    RC_ASSERT(found.has_value() || !found.error().empty());
    RC_ASSERT(found.has_value() || !found.error().front().what.empty());
  }));
}

}  // namespace

}  // namespace kvtally::traps_test
