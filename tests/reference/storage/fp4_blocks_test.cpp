#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/storage/packing.hpp"

namespace kvtally::reference::fp4_blocks_test {

namespace {

std::vector<Real> block(std::vector<Real> first, std::size_t size) {
  first.resize(size);
  return first;
}

std::vector<int> bytes(std::vector<int> first, std::size_t size) {
  first.resize(size);
  return first;
}

}  // namespace

TEST_CASE("mxfp4: a power of two, then codes to nearest even") {
  // Largest 6: exponent 2, scale 2^0 = 0x7f. Codes of 0 ½ 1 1½ 2 3 4 6: 6 -> 7, -4 -> 8 + 6 = e; 0.5 -> 1, 0.25 ->
  // 0; 0.75 -> 2, 5 -> 6; 3.5 -> 6, 2.5 -> 4.
  const std::vector<Real> row = block({6, -4, Real(0.5), Real(0.25), Real(0.75), 5, Real(3.5), Real(2.5)}, 32);
  CHECK(test::packed("mxfp4", row) == bytes({0x7f, 0xe7, 0x01, 0x62, 0x46}, 17));
  CHECK(test::stored("mxfp4", row) == block({6, -4, Real(0.5), 0, 1, 4, 4, 2}, 32));
  // Largest 12: 2^(3 - 2) = 2. Largest 7.9: 2^0, and beyond 6 there is nothing.
  CHECK(test::packed("mxfp4", block({12, 1}, 32)) == bytes({0x80, 0x17}, 17));
  CHECK(test::stored("mxfp4", block({Real(7.9)}, 32)).front() == 6);
}

TEST_CASE("mxfp4 at the ends of its scale") {
  CHECK(test::packed("mxfp4", block({}, 32)) == std::vector<int>(17));
  CHECK(test::packed("mxfp4", block({Real(0x1p-127)}, 32)) == bytes({0x00, 0x02}, 17));
  CHECK(test::packed("mxfp4", block({std::numeric_limits<Real>::infinity()}, 32)) == bytes({0xfc, 0x07}, 17));
}

TEST_CASE("nvfp4: an fp8 scale for 16 numbers") {
  // Largest 12: scale 2 = 0x40. 12 ÷ 2 -> 7, -1 ÷ 2 -> 9.
  CHECK(test::packed("nvfp4", block({12, -1}, 16)) == bytes({0x40, 0x97}, 9));
  CHECK(test::stored("nvfp4", block({12, -1}, 16)) == block({12, -1}, 16));
  // Largest 6.3: scale 1.05, in fp8 1 = 0x38, with which the codes are made.
  CHECK(test::packed("nvfp4", block({Real(6.3), Real(1.27)}, 16)) == bytes({0x38, 0x37}, 9));
  CHECK(test::packed("nvfp4", block({}, 16)) == std::vector<int>(9));
}

TEST_CASE("fp4 blocks lose at most a sixth of the largest number, mxfp4 a quarter at its end") {
  CHECK(rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Tensor row = test::random_tensor({32}, seed);
    const std::vector<Real> numbers(row.values().begin(), row.values().end());
    for (const std::string_view name : {"mxfp4", "nvfp4"}) {
      const std::vector<Real> back = test::stored(name, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        Real largest = 0;
        for (std::size_t k = 0; k < 32; ++k) {
          const bool together = name == "mxfp4" || k / 16 == i / 16;
          largest = together ? std::max(largest, std::abs(numbers[k])) : largest;
        }
        // Half of the widest gap, 2 of 6; mxfp4's largest may lie at 8, 2 beyond the end. fp8's scale is off by
        // 1/16.
        const Real bound = largest * (name == "mxfp4" ? Real(0.25) : Real(1) / 6 + Real(1) / 15);
        const bool close = std::abs(back[i] - numbers[i]) <= bound;
        RC_ASSERT(close);
      }
    }
  }));
}

}  // namespace kvtally::reference::fp4_blocks_test
