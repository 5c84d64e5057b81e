#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::hardware_test {

namespace {

TEST_CASE("the devices, one a line, within 80 columns but for the notes") {
  const std::string text = test::output_of({"hardware"});
  test::check_golden("tests/golden/cli/hardware.txt", text);
  for (const std::string& line : test::lines_of(text)) {
    CHECK(display_width(line) <= 100);
  }
  for (const std::string format : {"wide", "markdown", "latex", "csv"}) {
    CHECK(test::output_of({"hardware", "-o", format}).find("Cerebras WSE-3 (CS-3)") != std::string::npos);
  }
  const auto json = nlohmann::json::parse(test::output_of({"hardware", "-o", "json"}));
  CHECK(json["devices"].size() == 59);
}

TEST_CASE("all that is known of a device") {
  test::check_golden("tests/golden/cli/hardware-tpu-v7x.txt", test::output_of({"hardware", "show", "tpu-v7x"}));
  test::check_golden("tests/golden/cli/hardware-tpu-v7x-chip.txt",
                     test::output_of({"hardware", "show", "tpu-v7x:chip,bandwidth=7.37TB/s"}));
  test::check_golden("tests/golden/cli/hardware-h200-sxm.json",
                     test::output_of({"hardware", "show", "h200-sxm", "-o", "json"}));
}

TEST_CASE("several devices one after the other, as a list in other formats") {
  const std::string both = test::output_of({"hardware", "show", "l4", "NVIDIA L40S"});
  CHECK(both ==
        test::output_of({"hardware", "show", "l4"}) + "\n" + test::output_of({"hardware", "show", "l40s"}));
  CHECK(test::output_of({"hardware", "show", "l4", "t4,price=$0.35", "-o", "csv"}) ==
        "id,name,vendor,year,usable_bytes,bandwidth_bytes_per_second,bf16_flop_per_second,fp16_flop_per_second,"
        "fp8_flop_per_second,int8_op_per_second,fp4_flop_per_second,ridge_flop_per_byte,link_bytes_per_second,"
        "host_link_bytes_per_second,devices_per_node,watts,confidence\n"
        "l4,NVIDIA L4,NVIDIA,2023,24148453622,300000000000,121000000000000,121000000000000,242000000000000,"
        "242000000000000,none,403.333,none,31500000000,8,72,B\n"
        "t4,NVIDIA T4,NVIDIA,2018,16106127360,320000000000,none,65000000000000,none,130000000000000,none,203.125,"
        "none,16000000000,8,70,B\n");
}

TEST_CASE("a device of one's own") {
  const test::Folder folder;
  folder.write("mine.yaml", "name: Mine\nbandwidth: {peak: 1000 GB/s}\npeaks: {bf16: 100 TFLOP/s}\n");
  const auto json =
      nlohmann::json::parse(test::output_of({"hardware", "show", folder.path("mine.yaml"), "-o", "json"}));
  CHECK(json["devices"][0]["id"] == "mine");
  CHECK(json["devices"][0]["peaks"][0]["ridge_flop_per_byte"] == 100);
  folder.write("wrong.yaml", "name: Mine\nbandwith: {peak: 1000 GB/s}\n");
  const test::Outcome wrong = test::kvtally({"hardware", "show", folder.path("wrong.yaml")});
  CHECK(wrong.exit_code == 3);
  CHECK(wrong.err.find("wrong.yaml:2:1: unknown key 'bandwith'") != std::string::npos);
}

TEST_CASE("words that hardware does not take") {
  test::check_golden("tests/golden/cli/wrong-hardware.txt",
                     test::refusals({{"hardware", "h100-sxm"},
                                     {"hardware", "shw", "h100-sxm"},
                                     {"hardware", "frobnicate"},
                                     {"hardware", "show"},
                                     {"hardware", "show", "nobody"},
                                     {"hardware", "show", "H100"},
                                     {"hardware", "show", "GB200"},
                                     {"hardware", "show", "L40"},
                                     {"hardware", "show", "h100-sx", "l4", "A100"},
                                     {"hardware", "show", "tpu-v7x:die"},
                                     {"hardware", "show", "h100-sxm,memory=80"},
                                     {"hardware", "show", "h100-sxm,bandwith=3TB/s,bf16=1"},
                                     {"hardware", "show", "missing.yaml"},
                                     {"hardware", "show", "l4", "-o", "yaml"}}));
}

}  // namespace

}  // namespace kvtally::hardware_test
