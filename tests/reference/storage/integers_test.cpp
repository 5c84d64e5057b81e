#include <doctest/doctest.h>
#include <limits>

#include "reference/storage/packing.hpp"

namespace kvtally::reference::integers_test {

namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();

}  // namespace

TEST_CASE("int8: nearest even, saturating, two's complement") {
  CHECK(test::packed("int8", {0, 1, -1, Real(0.5), Real(1.5), Real(-2.5), Real(2.51)}) ==
        std::vector<int>{0, 1, 255, 0, 2, 254, 3});
  CHECK(test::stored("int8", {127, 128, Real(-128.5), -129, Real(1e30), -kInfinity, kNone}) ==
        std::vector<Real>{127, 127, -128, -128, 127, -128, 0});
}

TEST_CASE("all codes of the integers come back") {
  for (int code = 0; code < 256; ++code) {
    CHECK(test::packed("int8", test::unpacked("int8", {code}, 1)) == std::vector<int>{code});
    CHECK(test::packed("int4", test::unpacked("int4", {code}, 2)) == std::vector<int>{code});
    CHECK(test::packed("int2", test::unpacked("int2", {code}, 4)) == std::vector<int>{code});
    const std::vector<int> three{code, 255 - code, code / 2};
    CHECK(test::packed("int3", test::unpacked("int3", three, 8)) == three);
  }
}

TEST_CASE("int4: two a byte, the first in the low half") {
  // 7 = 0111, -8 = 1000: 1000 0111; 1.5 -> 2 = 0010, -1 = 1111: 1111 0010; 9 -> 7, -9 -> -8.
  CHECK(test::packed("int4", {7, -8, Real(1.5), -1, 9, -9}) == std::vector<int>{0x87, 0xf2, 0x87});
  CHECK(test::unpacked("int4", {0x87, 0xf2}, 4) == std::vector<Real>{7, -8, 2, -1});
}

TEST_CASE("int3 runs across bytes, the lowest bit first") {
  // 1 2 3 -1 -2 -3 -4 0 = 001 010 011 111 110 101 100 000; as one number, the first lowest:
  // 000 100 101 110 111 011 010 001 = 0001 0010 1110 1110 1101 0001 = 0x12eed1.
  CHECK(test::packed("int3", {1, 2, 3, -1, -2, -3, -4, 0}) == std::vector<int>{0xd1, 0xee, 0x12});
  CHECK(test::unpacked("int3", {0xd1, 0xee, 0x12}, 8) == std::vector<Real>{1, 2, 3, -1, -2, -3, -4, 0});
}

TEST_CASE("int2: four a byte") {
  // 1 = 01, 0 = 00, -1 = 11, -2 = 10: 10 11 00 01.
  CHECK(test::packed("int2", {1, 0, -1, -2}) == std::vector<int>{0xb1});
  CHECK(test::stored("int2", {3, -3, Real(0.5), Real(-1.5)}) == std::vector<Real>{1, -2, 0, -2});
}

}  // namespace kvtally::reference::integers_test
