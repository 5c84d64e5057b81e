#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/storage/packing.hpp"

namespace kvtally::reference {

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

TEST_CASE("ggml blocks lose at most half a step") {
  CHECK(rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Tensor row = test::random_tensor({64}, seed);
    const std::vector<Real> numbers(row.values().begin(), row.values().end());
    for (const std::string_view name : {"q8_0", "q4_0"}) {
      const std::vector<Real> back = test::stored(name, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Real largest = largest_magnitude(std::span(numbers).subspan(i / 32 * 32, 32));
        // Half a step, a whole one at q4_0's cut end, and f16's share of the scale, 2^-11.
        const Real step = largest / (name == "q8_0" ? 127 : 8);
        const bool cut = name == "q4_0" && std::abs(numbers[i]) > Real(7.5) * step;
        const bool close =
            std::abs(back[i] - numbers[i]) <= step * (cut ? 1 : Real(0.5)) + largest * Real(0x1p-10);
        RC_ASSERT(close);
      }
    }
  }));
}

}  // namespace kvtally::reference
