#include "report/roofline_words.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "model/adapt.hpp"
#include "report/rooflines.hpp"

namespace kvtally::roofline_words_test {

namespace {

using test::question;
using test::roofline;

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::ranges::find(lines, line) != lines.end();
}

TEST_CASE("operations have four digits and a decimal prefix") {
  CHECK(print_operations(Operations{0}) == "0");
  CHECK(print_operations(Operations{999}) == "999");
  CHECK(print_operations(Operations{1000}) == "1.000 k");
  CHECK(print_operations(Operations{999'949}) == "999.9 k");
  CHECK(print_operations(Operations{999'950}) == "1.000 M");
  CHECK(print_operations(Operations{Wide{37'210'000'000}}) == "37.21 G");
  CHECK(print_operations(Operations{Wide{1} << 62}) == "4.612 E");
}

TEST_CASE("intensities and rates") {
  CHECK(print_intensity(std::nullopt) == "-");
  CHECK(print_intensity(16.0) == "16");
  CHECK(print_intensity(241.7777) == "241.8");
  CHECK(print_intensity(0.5) == "0.5");
  CHECK(print_intensity(999.9) == "999.9");
  CHECK(print_intensity(16341.9) == "16,342");
  CHECK(print_per_second(157.22) == "157.2");
  CHECK(print_per_second(0.01234) == "0.0123");
  CHECK(print_per_second(22112.6) == "22,113");
  CHECK(print_per_second(1.0 / 0.0) == "-");
}

TEST_CASE("a part of a cache names its kind unless it is in the name") {
  PartTime part;
  part.name = "mla entries";
  part.kind = "mla";
  CHECK(label_of(part) == "mla entries");
  part.name = "index scan";
  CHECK(label_of(part) == "index scan (mla)");
  part.weights = true;
  CHECK(label_of(part) == "index scan");
}

TEST_CASE("the device: rates, what was changed, ridge") {
  Device device = test::round_device();
  device.overrides = {"bandwidth=1TB/s"};
  const Roofline r = roofline("llama-2-7b", question(100), device);
  CHECK(device_lines(r) ==
        std::vector<std::string>{
            "on A device with round figures (round, bandwidth=1TB/s): 1 TB/s, 200 TFLOP/s in bf16",
            "ridge point 200.00 FLOP/byte in bf16: below it memory bounds, above it arithmetic"});
  device.peaks.clear();
  CHECK(device_lines(roofline("llama-2-7b", question(100), device)) ==
        std::vector<std::string>{
            "on A device with round figures (round, bandwidth=1TB/s): 1 TB/s, compute bound not "
            "published"});
}

TEST_CASE("remarks below a decode step") {
  CHECK(has(decode_remarks(roofline("llama-2-7b", question(100)), Units::binary),
            "the caches' read passes that of the weights beyond 25,205 tokens"));
  CHECK(has(decode_remarks(roofline("llama-2-7b", question(100, 8)), Units::binary),
            "the caches' read passes that of the weights beyond 3,150 tokens of each request"));
  CHECK(has(decode_remarks(roofline("rwkv-7", question(100)), Units::binary),
            "the caches' read never reaches that of the weights"));
  const auto sparse = decode_remarks(roofline("deepseek-v3.2", question(131072)), Units::binary);
  CHECK(has(sparse, "chosen entries lie apart: 2,048 rows of 1,152 B for each request in each of 61 DSA layers"));
  const auto blocks = decode_remarks(roofline("minimax-m3", question(131072)), Units::binary);
  CHECK(std::ranges::any_of(blocks, [](const auto& l) { return l.find(" entries of ") != std::string::npos; }));
}

TEST_CASE("a narrow cache with its temporary") {
  Adaptation fp8;
  fp8.entries = KeyValueFormats{*parse_format("fp8"), *parse_format("fp8")};
  const auto r =
      roofline_of(*adapt(test::model_of("llama-2-7b"), fp8), {}, {test::round_device(), false}, question(1000));
  REQUIRE(r);
  CHECK(has(decode_remarks(*r, Units::binary),
            "with narrow entries first expanded to bf16: 1.221 GiB for the caches instead of 250 MiB, 1.311 ms "
            "instead of 262.1 us"));
  CHECK(has(decode_remarks(*r, Units::binary), "the weights are not known: these are the caches alone"));
}

TEST_CASE("drafts by the model's own layer, or free") {
  RooflineQuestion asked = question(4096);
  asked.drafting = Drafting{2, 0.5};
  const auto free = decode_remarks(roofline("llama-2-7b", asked), Units::binary);
  CHECK(std::ranges::any_of(free, [](const std::string& line) {
    return line.starts_with("2 drafted, each accepted with 0.5: 1.75 tokens a step of ") &&
           line.find("drafting counted as free") != std::string::npos;
  }));
  const auto own = decode_remarks(roofline("deepseek-v3", asked), Units::binary);
  CHECK(std::ranges::any_of(own, [](const std::string& line) {
    return line.find(" for each draft by its own layer") != std::string::npos;
  }));
}

TEST_CASE("attention's share of a pass") {
  RooflineQuestion asked = question(4096);
  asked.prefill = Prefill{Tokens{0}, Tokens{32768}, 0, 1, false, {}};
  CHECK(prefill_remarks(roofline("deepseek-v3", asked)) ==
        std::vector<std::string>{"attention is 52.8 % of the multiply-adds of a pass over 32,768 tokens (causal, "
                                 "latents expanded, logits of every position)"});
}

}  // namespace

}  // namespace kvtally::roofline_words_test
