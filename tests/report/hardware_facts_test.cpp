#include "report/hardware_facts.hpp"

#include <doctest/doctest.h>

namespace kvtally::hardware_facts_test {

namespace {

TEST_CASE("what nobody published is said, line by line") {
  Device device;
  device.id = "d";
  device.name = "D";
  device.figures_of = "device";
  CHECK(facts_of(device, {}, Units::binary) ==
        "name            D\n"
        "id              d\n"
        "vendor          not published\n"
        "confidence      D: derived or disputed\n"
        "\n"
        "printed memory  not published\n"
        "usable memory   not published; memory=SIZE says how much\n"
        "bandwidth       not published\n"
        "products        not measured\n"
        "such devices    no fraction is known\n"
        "link            not published\n"
        "host link       not published\n"
        "a node          not published\n"
        "link domain     not published\n"
        "power           not published\n"
        "\n"
        "Format                Dense peak, TFLOP/s  Ridge, FLOP/byte\n"
        "bf16                        not published     not published\n"
        "fp16                        not published     not published\n"
        "fp8                         not published     not published\n"
        "int8                        not published     not published\n"
        "fp4                         not published     not published\n"
        "int4                        not published     not published\n"
        "tf32                        not published     not published\n"
        "fp16_fp16_accumulate        not published     not published\n"
        "fp32_vector                 not published     not published\n");
}

Device whole() {
  Device out;
  out.id = "d:chip";
  out.name = "A Chip";
  out.aliases = {"ad", "The Chip"};
  out.vendor = "Somebody";
  out.category = "asic";
  out.year = 2025;
  out.confidence = 'A';
  out.figures_of = "chip";
  out.devices_per_part = 2;
  out.whole_part = true;
  out.stated_memory = "192 GiB";
  out.usable_memory = Bytes{Wide{188} << 30};
  out.usable_assumed = true;
  out.usable_basis = "a rule";
  out.bandwidth = ByteRate{4'000'000'000'000};
  out.measured_bandwidth = ByteRate{3'000'000'000'000};
  out.measured_matmul = OperationRate{700'000'000'000'000};
  out.peaks = {{"bf16", {OperationRate{1'000'000'000'000'000}}}, {"fp4", {}}};
  out.usual = {"chips of this sort", 850, std::nullopt, "tests"};
  out.other_memory = {{"sram", ByteRate{9'000'000'000'000}}, {"vmem", std::nullopt}};
  out.scale_up = {"a link", ByteRate{450'000'000'000}};
  out.host = {"none", {}};
  out.devices_per_node = 1;
  out.scale_up_domain = 9216;
  out.watts = 1200;
  out.price = 2500;
  out.overrides = {"price=$2.50"};
  out.trap = "a trap";
  out.notes = "a note";
  out.sources = {"one", "two"};
  return out;
}

TEST_CASE("all that is known of a device") {
  const std::string text = facts_of(whole(), {}, Units::binary);
  CHECK(text.substr(0, text.find("Format")) ==
        "name            A Chip\n"
        "id              d:chip\n"
        "aliases         ad, The Chip\n"
        "vendor          Somebody, asic, 2025\n"
        "figures of      a whole chip, 2 devices to software\n"
        "confidence      A: a page of the vendor's\n"
        "as given        price=$2.50\n"
        "\n"
        "printed memory  192 GiB, of a chip\n"
        "usable memory   188 GiB (201,863,462,912 B), assumed: a rule\n"
        "bandwidth       4 TB/s; measured 3 TB/s (0.750 of it)\n"
        "sram            9 TB/s\n"
        "vmem            bandwidth not published, so no ridge against it\n"
        "products        measured 700 TFLOP/s in 16 bits\n"
        "such devices    chips of this sort usually reach 0.85 of the bandwidth (tests)\n"
        "link            a link: 450 GB/s one way\n"
        "host link       none\n"
        "a node          1 device\n"
        "link domain     9,216 devices\n"
        "power           1,200 W\n"
        "price           $2.50 an hour\n"
        "\n");
  CHECK(text.find("bf16                                 1000            250.00\n") != std::string::npos);
  CHECK(text.find("fp4                                  none              none\n") != std::string::npos);
  CHECK(text.ends_with("\neasily got wrong\n- a trap\n\nnotes\n- a note\n\nsources\n- one\n- two\n"));
}

TEST_CASE("prices to a tenth of a cent") {
  Device device = whole();
  for (const auto& [price, text] : {std::pair{std::int64_t{125}, "$0.125 an hour"}, {98'000, "$98.00 an hour"}}) {
    device.price = price;
    CHECK(facts_of(device, {}, Units::binary).find(text) != std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::hardware_facts_test
