#include "reference/kind/alibi.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::alibi_test {

TEST_CASE("slopes halve from head to head; other counts than powers of two take every second first") {
  CHECK(alibi_slopes(8) == std::vector<Real>{Real(0.5), Real(0.25), Real(0.125), Real(0.0625), Real(0.03125),
                                             Real(0.015625), Real(0.0078125), Real(0.00390625)});
  // n = 4, 2^(−2i): 1/4, 1/16, 1/64, 1/256; of three heads the second and fourth come first, then the first.
  CHECK(alibi_slopes(3) == std::vector<Real>{Real(0.0625), Real(0.00390625), Real(0.25)});
  CHECK(alibi_slopes(2, 4) == std::vector<Real>{Real(0.25), Real(0.0625)});
  CHECK(alibi_slopes(1) == std::vector<Real>{Real(0.00390625)});
}

TEST_CASE("the bias is the slope times the distance, and never positive for a key that is seen") {
  const auto bias = alibi({Real(0.5), Real(0.25)});
  CHECK(bias({.batch = 0, .head = 0, .query = 7, .key = 3}) == -2);
  CHECK(bias({.batch = 0, .head = 1, .query = 7, .key = 3}) == -1);
  CHECK(bias({.batch = 5, .head = 1, .query = 7, .key = 7}) == 0);
}

}  // namespace kvtally::reference::alibi_test
