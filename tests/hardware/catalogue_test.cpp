#include "hardware/catalogue.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/print.hpp"
#include "hardware/achieved.hpp"
#include "support/folder.hpp"
#include "support/print.hpp"

namespace kvtally::catalogue_test {

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

std::string refused(std::string_view word) {
  const auto found = catalogue().find(word);
  return found ? found->id : render(found.error());
}

TEST_CASE("an id is that device, an alias too whatever its letters and the signs between words") {
  CHECK(catalogue().ids().size() == 59);
  for (const std::string& id : catalogue().ids()) {
    CHECK(device(id).id == id);
  }
  for (const std::string_view word : {"H100-SXM", "h100 sxm", "H100_SXM5", "NVIDIA H100 80GB HBM3"}) {
    CHECK(device(word).id == "h100-sxm");
  }
  CHECK(device("TPU v7").id == "tpu-v7x");
  CHECK(device("Ironwood").id == "tpu-v7x");
  CHECK(device("4090").id == "rtx-4090");
}

// A calculator that looked for "l4" in the name gave an L40S the 121 TFLOP/s of an L4.
TEST_CASE("no device is found by a part of its name") {
  CHECK(device("NVIDIA L40S").id == "l40s");
  CHECK(device("NVIDIA L40S").peaks.at("bf16").rate == OperationRate{362'050'000'000'000});
  CHECK(device("NVIDIA L4").id == "l4");
  CHECK(refused("L40") ==
        "'L40' has no entry, and is not l40s: it has half of the peaks of the L40S, 181 TFLOP/s bf16; "
        "expected another device, or a file with its figures\n");
  CHECK(
      refused("A10G") ==
      "'A10G' has no entry, and is not a10: the card of AWS g5 instances; it measures 69.7 TFLOP/s where the A10 "
      "has a peak of 125; expected another device, or a file with its figures\n");
  CHECK(refused("NVIDIA") ==
        "unknown device 'NVIDIA'; expected an id or alias (kvtally hardware lists them) or a path "
        "to a .yaml file\n");
}

TEST_CASE("a name that may mean several devices is refused with all of them") {
  for (const std::string_view word : {"H100", "h100", "NVIDIA H100"}) {
    CHECK(
        refused(word) ==
        fmt::format("'{}' may mean h100-nvl (NVIDIA H100 NVL 94GB), h100-pcie (NVIDIA H100 PCIe 80GB) or h100-sxm "
                    "(NVIDIA H100 SXM5 80GB); expected the exact id: h100-nvl, h100-pcie or h100-sxm\n",
                    word));
  }
  CHECK(refused("A100-80GB") ==
        "'A100-80GB' may mean a100-pcie-80 (NVIDIA A100 PCIe 80GB) or a100-sxm-80 (NVIDIA A100 "
        "SXM4 80GB); expected the exact id: a100-pcie-80 or a100-sxm-80\n");
  for (const std::string_view word : {"A100", "V100", "H200", "H800", "GH200", "MI300", "mi250", "tpu-v5",
                                      "RTX 6000", "Gaudi", "Trainium", "910B", "M4 Max", "Jetson Orin"}) {
    CAPTURE(word);
    CHECK(refused(word).starts_with(fmt::format("'{}' may mean ", word)));
  }
}

TEST_CASE("a device is found by the name that lists print, and by what a driver prints") {
  for (const std::string& id : catalogue().ids()) {
    const auto device = catalogue().find(id);
    REQUIRE(device);
    if (device->name.find_first_of("/,") == std::string::npos) {  // else it is a path, or has overrides behind it
      CHECK(refused(device->name) == id);
    }
  }
  for (const auto& [name, id] : {std::pair{"NVIDIA H100 80GB HBM3", "h100-sxm"},
                                 {"H100 SXM", "h100-sxm"},
                                 {"NVIDIA A100-SXM4-80GB", "a100-sxm-80"},
                                 {"Tesla T4", "t4"},
                                 {"rtx4090", "rtx-4090"},
                                 {"Radeon RX 7900 XTX", "rx-7900-xtx"}}) {
    CAPTURE(name);
    CHECK(catalogue().find(name)->id == id);
  }
}

// The id in small letters is one GPU; the product's name is also a board with two of them, and a rack.
TEST_CASE("GB200 is no device, gb200 is one GPU") {
  CHECK(refused("GB200") ==
        "'GB200' may mean gb200 (NVIDIA GB200 (per GPU, NVL72)), or a superchip, which is 2 of these "
        "GPUs and a Grace, or a rack of 72 (NVL72), for which there is no entry; expected the exact "
        "id: gb200\n");
  CHECK(device("gb200").bandwidth == ByteRate{8'000'000'000'000});
  CHECK(refused("GB300").starts_with("'GB300' may mean gb300"));
  CHECK(device("gb300").id == "gb300");
}

TEST_CASE("one device of TPU7x as software sees it, or the whole chip") {
  const Device one = device("tpu-v7x");
  CHECK(one.usable_memory == Bytes{101'726'300'406});
  CHECK(one.bandwidth == ByteRate{3'690'000'000'000});
  CHECK(one.peaks.at("bf16").rate == OperationRate{1'153'500'000'000'000});
  CHECK(one.devices_per_node == 8);
  const Device chip = device("tpu-v7x:chip");
  CHECK(chip.id == "tpu-v7x:chip");
  CHECK(print_bytes(*chip.usable_memory, Units::binary) == "189.48 GiB");
  CHECK(chip.bandwidth == ByteRate{7'380'000'000'000});
  CHECK(chip.peaks.at("bf16").rate == OperationRate{2'307'000'000'000'000});
  CHECK(chip.devices_per_node == 4);
  CHECK(memory_bandwidth(one, "vmem").error() == "tpu-v7x: the bandwidth of its vmem is not published");
  CHECK(memory_bandwidth(chip, "vmem").error() == "tpu-v7x:chip: the bandwidth of its vmem is not published");
}

// 2307 TFLOP/s ÷ 7.37 TB/s = 313.026 FLOP/byte, with the lecture's rounding of the bandwidth.
TEST_CASE("the lecture's ridge") {
  const Device chip = device("tpu-v7x:chip,bandwidth=7.37TB/s");
  CHECK(chip.peaks.at("bf16").rate->value * 100 / (chip.bandwidth->value) == 31302);
  CHECK(chip.overrides == std::vector<std::string>{"bandwidth=7.37TB/s"});
}

TEST_CASE(":chip changes nothing where a chip is one device, and no other part has a name") {
  CHECK(device("h100-sxm:chip") == device("h100-sxm"));
  CHECK(device("tpu-v5e:chip") == device("tpu-v5e"));
  for (const std::string word : {"tpu-v7x:die", "tpu-v7x:device", "tpu-v7x:", "tpu-v7x:chip:chip"}) {
    CAPTURE(word);
    const std::string last = word.ends_with(":chip") ? ":chip" : word.substr(word.find(':'));
    CHECK(refused(word) ==
          fmt::format("'{}' of '{}' is no part of a device; expected :chip for the whole chip, or "
                      "nothing for one device\n",
                      last, word));
  }
}

TEST_CASE("overrides apply to the device that was named") {
  CHECK(device("h100-sxm,bandwidth=3.0TB/s").bandwidth == ByteRate{3'000'000'000'000});
  CHECK(device("4090, memory=24GB, price=$0.40").price == 400);
  CHECK(device("tpu-v7x,memory=90GiB").usable_memory == Bytes{96'636'764'160});
  CHECK(refused("h100-sxm,") ==
        "'h100-sxm,': '' is no KEY=VALUE; expected one of memory, bandwidth, link, host-link, "
        "price, bf16, fp16, fp8, int8, fp4, int4, tf32\n");
}

TEST_CASE("words that are nothing") {
  for (const std::string_view word : {"", ",", " "}) {
    CHECK(refused(word).starts_with("unknown device ''; expected an id or alias"));
  }
  CHECK(refused("h100-sx").ends_with("did you mean 'h100-sxm'?\n"));
  CHECK(refused("rtx 490").ends_with("did you mean 'rtx-4090'?\n"));
}

TEST_CASE("a file of one's own, with the usual fractions of a sort") {
  const test::Folder folder;
  folder.write("mine.yaml",
               "name: Mine\nfigures_of: chip\ndevices_per_chip: 2\nusual: tpu\nbandwidth: {peak: 2000 GB/s}\n");
  const std::string path = folder.path("mine.yaml");
  CHECK(device(path).id == "mine");
  CHECK(device(path).bandwidth == ByteRate{1'000'000'000'000});
  CHECK(device(path + ":chip").id == "mine:chip");
  CHECK(device(path + ":chip,bandwidth=3TB/s").bandwidth == ByteRate{3'000'000'000'000});
  CHECK(achieved_bandwidth(device(path))->rate == ByteRate{800'000'000'000});
  folder.write("wrong.yaml", "name: Wrong\nusual: nvidia-hmb\n");
  CHECK(refused(folder.path("wrong.yaml")) ==
        folder.path("wrong.yaml") +
            ":2:8: usual is 'nvidia-hmb'; expected one of amd-cdna, geforce, intel-arc, nvidia-blackwell-hbm, "
            "nvidia-gddr, nvidia-hbm, tpu, unified-lpddr\n"
            "    2 | usual: nvidia-hmb\n"
            "      |        ^\n"
            "      = did you mean 'nvidia-hbm'?\n");
  folder.write("broken.yaml", "name: [\n");
  CHECK(refused(folder.path("broken.yaml")).starts_with(folder.path("broken.yaml") + ":"));
  CHECK(refused("missing.yaml").starts_with("missing.yaml: "));
  CHECK(refused("./missing").starts_with("./missing: "));
}

}  // namespace

}  // namespace kvtally::catalogue_test
