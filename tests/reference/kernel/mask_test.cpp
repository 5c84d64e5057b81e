#include "reference/kernel/mask.hpp"

#include <doctest/doctest.h>
#include <string>

namespace kvtally::reference::mask_test {

namespace {

// Which of the keys 0 to 7 the query sees.
std::string seen(const Mask& mask, std::int64_t query) {
  std::string out;
  for (std::int64_t key = 0; key < 8; ++key) {
    out += mask({0, 0, query, key}) ? '1' : '0';
  }
  return out;
}

TEST_CASE("who sees whom") {
  CHECK(seen(everything(), 3) == "11111111");
  CHECK(seen(causal(), 3) == "11110000");
  CHECK(seen(within(3), 5) == "00011111");
  CHECK(seen(all_of(causal(), within(3)), 5) == "00011100");
  CHECK(seen(all_of(causal(), within(3)), 1) == "11000000");
  CHECK(seen(all_of(causal(), same_chunk(4)), 5) == "00001100");
  CHECK(seen(all_of(causal(), same_chunk(4)), 3) == "11110000");
  CHECK(seen(first(2), 5) == "11000000");
  CHECK(seen(all_of(causal(), any_of(first(2), within(2))), 5) == "11001100");
  CHECK(seen(all_of(causal(), same_sequence({0, 3, 8})), 6) == "00011110");
  CHECK(seen(same_sequence({0, 3, 8}), 1) == "11100000");
}

}  // namespace

}  // namespace kvtally::reference::mask_test
