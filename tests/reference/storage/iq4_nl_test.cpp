#include <doctest/doctest.h>

#include "reference/storage/packing.hpp"

namespace kvtally::reference::iq4_nl_test {

namespace {

std::vector<Real> block(std::vector<Real> first) {
  first.resize(32);
  return first;
}

}  // namespace

TEST_CASE("iq4_nl: an f16 scale, then codes into the table") {
  // -127 is the table's first entry, so the scale is 1 = 0x3c00. 0 is nearer to 1 (entry 8) than to -10. Only -127
  // weighs in the scale that is stored: 127^4 ÷ 127^4.
  std::vector<int> expected{0x00, 0x3c, 0x80};
  expected.resize(18, 0x88);
  CHECK(test::packed("iq4_nl", block({-127})) == expected);
  std::vector<Real> back(32, 1);
  back[0] = -127;
  CHECK(test::stored("iq4_nl", block({-127})) == back);
}

TEST_CASE("iq4_nl: a positive largest number makes a negative scale, and a tie goes up") {
  // 254 ÷ -127 = -2 = 0xc000.
  CHECK(test::packed("iq4_nl", block({254}))[1] == 0xc0);
  CHECK(test::stored("iq4_nl", block({254}))[0] == 254);
  // 61 lies between 53 (entry 12) and 69 (13), 60 is nearer to the first.
  CHECK(test::packed("iq4_nl", block({-127, 61, 60, 113, 120}))[3] == 0x8d);
  CHECK(test::packed("iq4_nl", block({-127, 61, 60, 113, 120}))[4] == 0x8c);
  CHECK(test::packed("iq4_nl", block({-127, 61, 60, 113, 120}))[5] == 0x8f);
  CHECK(test::packed("iq4_nl", block({-127, 61, 60, 113, 120}))[6] == 0x8f);
}

TEST_CASE("iq4_nl: the scale fits the codes by least squares, weighted with the squares of the numbers") {
  // Codes -127 and 113 for -127 and 125: (127^4 + 125^3 · 113) ÷ (127^4 + 125^2 · 113^2) = (260144641 + 220703125)
  // ÷ (260144641 + 199515625) = 480847766 ÷ 459660266 = 1.046094…; in f16 1.0458984375 = 1071 ÷ 1024 = 0x3c2f.
  const std::vector<int> bytes = test::packed("iq4_nl", block({-127, 125}));
  CHECK(bytes[0] == 0x2f);
  CHECK(bytes[1] == 0x3c);
}

TEST_CASE("iq4_nl: next to nothing is stored as zeros") {
  CHECK(test::packed("iq4_nl", block({Real(1e-16)})) == std::vector<int>(18));
}

}  // namespace kvtally::reference::iq4_nl_test
