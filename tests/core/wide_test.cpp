#include "core/wide.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::wide_test {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

TEST_CASE("narrow keeps what fits in 64 bits") {
  CHECK(narrow(0) == 0);
  CHECK(narrow(-1) == -1);
  CHECK(narrow(Wide{kMost}) == kMost);
  CHECK(narrow(Wide{kLeast}) == kLeast);
  CHECK_FALSE(narrow(Wide{kMost} + 1).has_value());
  CHECK_FALSE(narrow(Wide{kLeast} - 1).has_value());
  CHECK_FALSE(narrow(Wide{1} << 64).has_value());
  CHECK_FALSE(narrow(-(Wide{1} << 126)).has_value());
}

TEST_CASE("a number of any size has a whole part") {
  const Wide most = Wide{1} << 96;
  CHECK(whole_part(0.999) == 0);
  CHECK(whole_part(-1.999) == -1);
  CHECK(whole_part(7.2e19) == Wide{72'000'000'000} * 1'000'000'000);  // past 64 bits
  CHECK(whole_part(std::ldexp(1, 96)) == most);
  CHECK(whole_part(std::ldexp(1, 97)) == most);
  CHECK(whole_part(-std::ldexp(1, 200)) == -most);
  CHECK(whole_part(HUGE_VAL) == most);
  CHECK(whole_part(-HUGE_VAL) == -most);
  CHECK(whole_part(std::nan("")) == 0);
  CHECK(nearest_whole(2.5) == 3);
  CHECK(nearest_whole(-2.5) == -3);
  CHECK(nearest_whole(0.49) == 0);
  CHECK(nearest_whole(1e300) == most);
}

TEST_CASE("checked_product ends at its limit") {
  struct Row {
    const char* name;
    std::optional<std::int64_t> product;
    std::optional<std::int64_t> expected;
  };
  const Row rows[] = {
      {"no factor", checked_product({}, 10), 1},
      {"one", checked_product({7}, 10), 7},
      {"at the limit", checked_product({2, 5}, 10), 10},
      {"one above", checked_product({11}, 10), std::nullopt},
      {"zero", checked_product({0, 5}, 10), 0},
      {"zero behind a product beyond the limit", checked_product({11, 0}, 10), 0},
      {"zero behind a product beyond 128 bits", checked_product({kMost, kMost, kMost, 0}, kMost), 0},
      {"zero alone, with the limit 0", checked_product({0}, 0), 0},
      {"zero beside a negative", checked_product({0, -1}, 10), std::nullopt},
      {"negative", checked_product({-1}, 10), std::nullopt},
      {"two negatives", checked_product({-2, -3}, 10), std::nullopt},
      {"2^36", checked_product({1 << 18, 1 << 18}, std::int64_t{1} << 36), std::int64_t{1} << 36},
      {"beyond 2^36", checked_product({1 << 18, (1 << 18) + 1}, std::int64_t{1} << 36), std::nullopt},
      {"63 bits", checked_product({kMost, 1}, kMost), kMost},
      {"64 bits", checked_product({kMost, 2}, kMost), std::nullopt},
      {"126 bits", checked_product({kMost, kMost}, kMost), std::nullopt},
      {"would wrap in 128 bits", checked_product({kMost, kMost, kMost}, kMost), std::nullopt},
      {"would wrap to 0 in 64 bits", checked_product({std::int64_t{1} << 32, std::int64_t{1} << 32}, kMost),
       std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(row.product == row.expected);
  }
}

TEST_CASE("the greatest common divisor, also beyond 64 bits") {
  static_assert(common_divisor(0, 0) == 0);
  static_assert(common_divisor(-6, 4) == 2);  // of a constant below zero: a pooled stair that begins late
  static_assert(common_divisor(6, -4) == 2);
  static_assert(common_divisor(-7, 0) == 7);
  static_assert(common_divisor(0, 7) == 7);
  static_assert(common_divisor(7, 0) == 7);
  static_assert(common_divisor(12, 18) == 6);
  static_assert(common_divisor(18, 12) == 6);
  static_assert(common_divisor(8, 9) == 1);
  static_assert(common_divisor(3 * (Wide{1} << 100), 5 * (Wide{1} << 90)) == Wide{1} << 90);
}

TEST_CASE("ceil_div rounds up") {
  static_assert(ceil_div(0, 32) == 0);
  static_assert(ceil_div(1, 32) == 1);
  static_assert(ceil_div(32, 32) == 1);
  static_assert(ceil_div(33, 32) == 2);
  static_assert(ceil_div((Wide{1} << 100) + 1, Wide{1} << 50) == (Wide{1} << 50) + 1);
}

}  // namespace

}  // namespace kvtally::wide_test
