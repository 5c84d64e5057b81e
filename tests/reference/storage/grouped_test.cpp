#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/storage/packing.hpp"

namespace kvtally::reference::grouped_test {

TEST_CASE("int4 groups with a zero point: codes, scale, shift, group after group") {
  // Group 1: -1 to 14, scale 15 ÷ 15 = 1 = 0x3f80, shift 1 = 0x3f80; codes x + 1: 0, 15, 1, 1.5 -> 2 (even), 0.5
  // -> 0, 10, 2, 8. Group 2: all 3, scale 0, shift -3 = 0xc040, codes 0.
  const std::vector<Real> row{-1, 14, 0, Real(0.5), Real(-0.5), 9, 1, 7, 3, 3, 3, 3, 3, 3, 3, 3};
  CHECK(test::packed("int4@8+bf16+bf16", row) == std::vector<int>{0xf0, 0x21, 0xa0, 0x82, 0x80, 0x3f, 0x80,
                                                                  0x3f,  //
                                                                  0, 0, 0, 0, 0, 0, 0x40, 0xc0});
  CHECK(test::stored("int4@8+bf16+bf16", row) ==
        std::vector<Real>{-1, 14, 0, 1, -1, 9, 1, 7, 3, 3, 3, 3, 3, 3, 3, 3});
}

TEST_CASE("int2 groups with a zero point") {
  // 1 to 7: scale 6 ÷ 3 = 2 = 0x4000, shift -1 = 0xbc00; codes 0 1 2 3 = 11 10 01 00.
  CHECK(test::packed("int2@4+f16+f16", {1, 3, 5, 7}) == std::vector<int>{0xe4, 0x00, 0x40, 0x00, 0xbc});
  CHECK(test::stored("int2@4+f16+f16", {1, 3, 5, 7}) == std::vector<Real>{1, 3, 5, 7});
}

TEST_CASE("codes are made with the scale as it is stored") {
  // 0 to 15 · 1.001953125 (1 + 2^-9): in bf16 the scale is 1. 7.51 ÷ 1 -> 8, where 7.51 ÷ 1.00195 = 7.495 -> 7.
  const Real end = Real(15 * (1 + 0x1p-9));
  CHECK(test::stored("int4@4+bf16+bf16", {0, end, Real(7.51), 1}) == std::vector<Real>{0, 15, 8, 1});
}

TEST_CASE("groups without a zero point are signed") {
  // Largest 7: scale 7 ÷ 7 = 1 = 0x3f80; codes 7, -7 = 1001, 3.5 -> 4, 0. The whole row is one group.
  CHECK(test::packed("int4@head+bf16", {7, -7, Real(3.5), 0}) == std::vector<int>{0x97, 0x04, 0x80, 0x3f});
  CHECK(test::stored("int4@head+bf16", {7, -7, Real(3.5), 0}) == std::vector<Real>{7, -7, 4, 0});
  // Largest 254: scale 254 ÷ 127 = 2 = 0x40000000; codes -127, 2.5 -> 2.
  CHECK(test::packed("int8@2+f32", {-254, 5}) == std::vector<int>{0x81, 2, 0, 0, 0, 0x40});
  // Largest 896: scale 896 ÷ 448 = 2; codes 448 = 0x7e and -1 = 0xb8.
  CHECK(test::packed("fp8_e4m3@head+f32", {896, -2}) == std::vector<int>{0x7e, 0xb8, 0, 0, 0, 0x40});
  CHECK(test::packed("int8@2+f32", {0, 0}) == std::vector<int>(6));
}

TEST_CASE("a grouped codec says which rows it can hold") {
  const auto holds = [](std::string_view name, std::int64_t width) { return (*find_codec(name))->holds(width); };
  CHECK(holds("int4@64+bf16+bf16", 128));
  CHECK_FALSE(holds("int4@64+bf16+bf16", 96));
  CHECK(holds("int4@head+bf16", 96));
  CHECK_FALSE(holds("int4@head+bf16", 97));
}

TEST_CASE("a name that is no grouped codec is refused with its reason") {
  const auto error = [](std::string_view name) { return find_codec(name).error(); };
  CHECK(error("int4@64") ==
        "'int4@64' is not CODES@GROUP+SCALE or CODES@GROUP+SCALE+ZERO, as in int4@64+bf16+bf16");
  CHECK(error("int4@") == "'int4@' is not CODES@GROUP+SCALE or CODES@GROUP+SCALE+ZERO, as in int4@64+bf16+bf16");
  CHECK(error("int5@64+bf16") == "'int5' are no codes of groups");
  CHECK(error("bf16@64+f32") == "'bf16' are no codes of groups");
  CHECK(error("q4_0@64+f32") == "'q4_0' are no codes of groups");
  CHECK(error("int4@63+bf16") == "'63' is no group size of int4 codes");
  CHECK(error("int4@0+bf16") == "'0' is no group size of int4 codes");
  CHECK(error("int4@65538+bf16") == "'65538' is no group size of int4 codes");
  CHECK(error("int4@heads+bf16") == "'heads' is no group size of int4 codes");
  CHECK(error("int4@64+int8") == "'int8' cannot hold a scale");
  CHECK(error("int4@64+bf16+bf61") == "'bf61' cannot hold a scale");
  CHECK(error("fp8@64+bf16+bf16") == "a zero point needs integer codes, and 'fp8_e4m3' are none");
}

TEST_CASE("groups lose at most half a step and what their scale loses") {
  CHECK(rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Tensor row = test::random_tensor({128}, seed);
    const std::vector<Real> numbers(row.values().begin(), row.values().end());
    struct Case {
      std::string_view name;
      std::size_t group;
      Real steps;
    };
    for (const Case& one : {Case{"int4@64+bf16+bf16", 64, 15}, Case{"int4@head+f32+f32", 128, 15},
                            Case{"int2@32+f16+f16", 32, 3}, Case{"int8@16+bf16+f32", 16, 255}}) {
      const std::vector<Real> back = test::stored(one.name, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto group = std::span(numbers).subspan(i / one.group * one.group, one.group);
        const auto [least, largest] = std::ranges::minmax(group);
        // bf16 has 8 significant bits: the scale and the shift are off by 2^-9 of themselves at most.
        const Real bound =
            (largest - least) / one.steps / 2 + Real(0x1.1p-9) * (2 * (largest - least) + std::abs(least));
        const bool close = std::abs(back[i] - numbers[i]) <= bound;
        RC_ASSERT(close);
      }
    }
  }));
}

}  // namespace kvtally::reference::grouped_test
