#include "page/sections/shares.hpp"

#include <doctest/doctest.h>

namespace kvtally::shares_test {

TEST_CASE("shares and ratios in words") {
  CHECK(print_share(2048, 131072) == "1.56 %");
  CHECK(print_share(1, 1) == "100 %");
  CHECK(print_share(0, 7) == "0 %");
  CHECK(print_ratio(65664, 512) == "128.25");  // exact to two places
  CHECK(print_ratio(131392, 1089) == "120.7");
  CHECK(print_ratio(1152, 576) == "2");
  CHECK(print_ratio(1, 3) == "0.3333");
}

}  // namespace kvtally::shares_test
