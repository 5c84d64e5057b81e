#include "core/correlation.hpp"

#include <doctest/doctest.h>

namespace kvtally::correlation_test {

TEST_CASE("Pearson's coefficient") {
  CHECK(*correlation({{1, 2}, {2, 4}, {3, 6}}) == doctest::Approx(1));
  CHECK(*correlation({{1, 6}, {2, 4}, {3, 2}}) == doctest::Approx(-1));
  // means 2 and 3: products -1 x -1, 0 x 2, 1 x -1 sum to 0
  CHECK(*correlation({{1, 2}, {2, 5}, {3, 2}}) == doctest::Approx(0));
  // means 2.5 and 2.5: products 1.5 x 0.5 + 0.5 x 1.5 + 0.5 x 0.5 + 1.5 x 1.5 = 4; squares 5 and 5
  CHECK(*correlation({{1, 2}, {2, 1}, {3, 3}, {4, 4}}) == doctest::Approx(0.8));
}

TEST_CASE("a side that does not vary has none, and neither has nothing") {
  CHECK_FALSE(correlation({{1, 2}, {2, 2}, {3, 2}}));
  CHECK_FALSE(correlation({{1, 2}}));
  CHECK_FALSE(correlation({}));
}

}  // namespace kvtally::correlation_test
