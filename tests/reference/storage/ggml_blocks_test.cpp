#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/storage/packing.hpp"

namespace kvtally::reference::ggml_blocks_test {

namespace {

// A block that begins with these numbers; the others are zero.
std::vector<Real> block(std::vector<Real> first) {
  first.resize(32);
  return first;
}

Real largest_magnitude(std::span<const Real> row) {
  return std::abs(*std::ranges::max_element(row, {}, [](Real number) { return std::abs(number); }));
}

}  // namespace

TEST_CASE("q8_0: an f16 scale, then 32 signed bytes, nearest even") {
  // Largest magnitude 254: scale 2 = 0x4000. Codes x ÷ 2: -127, 64, 1.5 -> 2, -2.5 -> -2, 0.5 -> 0.
  std::vector<int> expected{0x00, 0x40, 0x81, 64, 2, 0xfe, 0};
  expected.resize(34);
  CHECK(test::packed("q8_0", block({-254, 128, 3, -5, 1})) == expected);
  CHECK(test::stored("q8_0", block({-254, 128, 3, -5, 1})) == block({-254, 128, 4, -4}));
  CHECK(test::packed("q8_0", block({})) == std::vector<int>(34));
}

TEST_CASE("q8_0 codes are made with the scale before it is rounded to f16") {
  // Largest 1: scale 1/127 = 0.0078740…, in f16 (1024 + 8) · 2^-17 = 0x2008 = 0.00787353…; 1 gives 127, and comes
  // back as 127 · 1032 · 2^-17 = 131064 · 2^-17.
  const std::vector<int> bytes = test::packed("q8_0", block({1}));
  CHECK(bytes[0] == 0x08);
  CHECK(bytes[1] == 0x20);
  CHECK(bytes[2] == 127);
  CHECK(test::stored("q8_0", block({1})).front() == Real(131064 * 0x1p-17));
}

TEST_CASE("q4_0: an f16 scale, the signed largest number over -8, then codes of 4 bits") {
  // Largest -8: scale 1 = 0x3c00. Codes floor(x + 8.5): -8 -> 0, 7 -> 15, 7.5 -> 16, cut to 15, 0.5 -> 9, -0.5 ->
  // 8, 0 -> 8. Byte i holds number i in its low half and number 16 + i in its high half.
  std::vector<Real> row = block({-8, 7, Real(7.5), Real(0.5), Real(-0.5)});
  row[16] = 1;   // 9
  row[17] = -3;  // 5
  std::vector<int> expected{0x00, 0x3c, 0x90, 0x5f, 0x8f, 0x89};
  expected.resize(18, 0x88);
  CHECK(test::packed("q4_0", row) == expected);

  std::vector<Real> back = block({-8, 7, 7, 1, 0});
  back[16] = 1;
  back[17] = -3;
  CHECK(test::stored("q4_0", row) == back);
}

TEST_CASE("q4_0: a positive largest number makes a negative scale, and its opposite is cut") {
  // Largest 4: scale -0.5 = 0xb800. 4 -> -8 + 8 = 0; -4 -> 8 + 8.5 = 16.5, cut to 15, which is 7 · -0.5 = -3.5.
  std::vector<int> expected{0x00, 0xb8, 0x80, 0x8f};
  expected.resize(18, 0x88);
  CHECK(test::packed("q4_0", block({4, -4})) == expected);
  CHECK(test::stored("q4_0", block({4, -4})) == block({4, Real(-3.5)}));
  // Of two equal magnitudes the first decides.
  CHECK(test::packed("q4_0", block({-4, 4}))[1] == 0x38);
}

TEST_CASE("q4_0: a block of zeros has the scale -0, as ggml writes it") {
  std::vector<int> expected{0x00, 0x80};
  expected.resize(18, 0x88);
  CHECK(test::packed("q4_0", block({})) == expected);
}

TEST_CASE("a block with what is no number in it does not disturb the others") {
  const Real none = std::numeric_limits<Real>::quiet_NaN();
  CHECK(test::stored("q8_0", block({127, none, 5})) == block({127, 0, 5}));
  CHECK(test::stored("q4_0", block({-8, none, 5}))[2] == 5);
}

TEST_CASE("q4_1: scale, minimum, codes of 4 bits") {
  // -1 to 14: scale 1 = 0x3c00, minimum -1 = 0xbc00. Codes x + 1, a tie up: 0, 15, 1.5 -> 2, the zeros 1.
  std::vector<int> expected{0x00, 0x3c, 0x00, 0xbc, 0x10, 0x1f, 0x12};
  expected.resize(20, 0x11);
  CHECK(test::packed("q4_1", block({-1, 14, Real(0.5)})) == expected);
  CHECK(test::stored("q4_1", block({-1, 14, Real(0.5)})) == block({-1, 14, 1}));
}

TEST_CASE("q5_0: scale, the fifth bits of all codes, the lower ones") {
  // Largest -16: scale 1. Codes x + 16: 0, 31, 15, 16.5 -> 17, the zeros 16. Fifth bits, the first lowest:
  // 0 1 0 1 1 1 1 1 = 0xfa, then all 1. Lower bits: 0, f, f, 1, 0 …
  std::vector<int> expected{0x00, 0x3c, 0xfa, 0xff, 0xff, 0xff, 0x00, 0x0f, 0x0f, 0x01};
  expected.resize(22);
  CHECK(test::packed("q5_0", block({-16, 15, -1, Real(0.5)})) == expected);
  CHECK(test::stored("q5_0", block({-16, 15, -1, Real(0.5)})) == block({-16, 15, -1, 1}));
}

TEST_CASE("q5_1: scale, minimum, the fifth bits, the lower ones") {
  // 0 to 31: scale 1, minimum 0. Codes 31, 16, 3, number 16: 17. Fifth bits: 3 = 0x03, and bit 16.
  std::vector<Real> row = block({31, 16, 3});
  row[16] = 17;
  std::vector<int> expected{0x00, 0x3c, 0x00, 0x00, 0x03, 0x00, 0x01, 0x00, 0x1f, 0x00, 0x03};
  expected.resize(24);
  CHECK(test::packed("q5_1", row) == expected);
  CHECK(test::stored("q5_1", row) == row);
}

TEST_CASE("ggml blocks lose at most half a step") {
  struct Case {
    std::string_view name;
    Real steps;  // on each side of zero, or over the whole spread
    bool spread;
  };
  CHECK(rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Tensor row = test::random_tensor({64}, seed);
    const std::vector<Real> numbers(row.values().begin(), row.values().end());
    for (const Case& one : {Case{"q8_0", 127, false}, Case{"q4_0", 8, false}, Case{"q5_0", 16, false},
                            Case{"q4_1", 15, true}, Case{"q5_1", 31, true}}) {
      const std::vector<Real> back = test::stored(one.name, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto block = std::span(numbers).subspan(i / 32 * 32, 32);
        const Real largest = largest_magnitude(block);
        const Real step = (one.spread ? std::ranges::max(block) - std::ranges::min(block) : largest) / one.steps;
        // Half a step, a whole one at the cut end of q4_0 and q5_0, and f16's share of scale and minimum.
        const bool cut = !one.spread && one.steps < 127 && std::abs(numbers[i]) > (one.steps - Real(0.5)) * step;
        const Real bound = step * (cut ? 1 : Real(0.5)) + largest * Real(0x1p-9);
        const bool close = std::abs(back[i] - numbers[i]) <= bound;
        RC_ASSERT(close);
      }
    }
  }));
}

}  // namespace kvtally::reference::ggml_blocks_test
