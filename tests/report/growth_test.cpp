#include "report/growth.hpp"

#include <doctest/doctest.h>

namespace kvtally::growth_test {

namespace {

using Stored = std::vector<std::int64_t>;

// Two containers of the sizes 2 and 4 whose entries have ten bytes.
std::string growth(const Stored& small, const Stored& large, std::string_view size_name = "n") {
  return growth_of({2, 10, small, {}}, {4, 10, large, {}}, size_name);
}

std::string limit(std::optional<std::int64_t> small, std::optional<std::int64_t> large) {
  return limit_of({2, 10, {10}, small}, {4, 10, {10}, large}, "n").value_or("none");
}

}  // namespace

TEST_CASE("growth in words") {
  CHECK(growth({10, 20, 30, 40}, {10, 20, 30, 40}) == "one entry a token");
  CHECK(growth({10, 20, 20, 20, 20}, {10, 20, 30, 40, 40}) == "one entry a token, up to n");
  CHECK(growth({10, 20, 30, 30, 30}, {10, 20, 30, 40, 50, 50}) == "one entry a token, up to n + 1");
  CHECK(growth({10, 20, 30, 30, 30}, {10, 20, 30, 30, 30}) == "one entry a token, up to 3");
  CHECK(growth({20, 20}, {40, 40, 40, 40}) == "n entries with the first token");
  CHECK(growth({30, 30}, {30, 30}) == "3 entries with the first token");
  CHECK(growth({30, 30, 30, 60, 60}, {30, 30, 30, 60, 60}) == "3 entries each 3 tokens");
  CHECK(growth({20, 20, 40}, {40, 40, 40, 40, 80}) == "n entries each n tokens");
}

TEST_CASE("growth of packed bytes and of none") {
  // entries of ten bytes wait, and are packed to three each second or fourth token
  CHECK(growth({3, 13, 6, 16, 12, 22, 18}, {3, 13, 23, 33, 12, 22, 32, 42, 27, 37, 47, 57, 36}) ==
        "one entry a token, packed each n");
  CHECK(growth({3, 13, 9, 19, 29, 12, 22, 32, 42, 15}, {3, 13, 9, 19, 29, 12}) == "unevenly");
  CHECK(growth_of({2, 0, {50, 50}, {}}, {4, 0, {50, 50}, {}}, "") == "not at all");
  CHECK(growth({10, 20, 20, 30}, {10, 20, 20, 30}) == "unevenly");
  CHECK(growth({20, 30, 40}, {20, 30, 40}) == "unevenly");
  CHECK(growth({10, 15}, {10, 15}) == "unevenly");
}

TEST_CASE("limits in words") {
  CHECK(limit({}, {}) == "none");
  CHECK(limit(2, {}) == "none");
  CHECK(limit(2, 4) == "n");
  CHECK(limit(16, 32) == "8 x n");
  CHECK(limit(5, 7) == "n + 3");
  CHECK(limit(1, 3) == "n - 1");
  CHECK(limit(7, 7) == "7");
  CHECK(limit(7, 11) == "7 or 11");
}

}  // namespace kvtally::growth_test
