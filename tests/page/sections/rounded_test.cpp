#include "page/sections/rounded.hpp"

#include <doctest/doctest.h>

namespace kvtally::rounded_test {

TEST_CASE("how many times a number goes into another, to read") {
  CHECK(rounded_times(1048576, 2048) == "512");
  CHECK(rounded_times(4718592, 5579) == "846");  // 845.777
  CHECK(rounded_times(671, 236) == "2.8");
  CHECK(rounded_times(8, 2) == "4");
  CHECK(rounded_times(995, 100) == "10");  // 9.95
  CHECK(rounded_times(21, 2) == "11");     // 10.5
  CHECK(rounded_times(1, 3) == "0.3");
  CHECK(rounded_times(123456, 100) == "1,235");
}

}  // namespace kvtally::rounded_test
