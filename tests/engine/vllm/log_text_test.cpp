#include "engine/vllm/log_text.hpp"

#include <doctest/doctest.h>

namespace kvtally::vllm::log_text_test {

namespace {

TEST_CASE("two decimals, halves to even") {
  CHECK(two_decimals(1, 3) == "0.33");
  CHECK(two_decimals(2, 3) == "0.67");
  CHECK(two_decimals(5625, 1000) == "5.62");
  CHECK(two_decimals(4375, 1000) == "4.38");
  CHECK(two_decimals(-1, 3) == "-0.33");
  CHECK(two_decimals(0, 7) == "0.00");
}

TEST_CASE("GiB as Python prints a rounded number") {
  CHECK(gib(Bytes{Wide{16} << 30}) == "16.0");
  CHECK(gib(Bytes{Wide{1} << 29}) == "0.5");
  CHECK(gib(Bytes{1025 * Wide{8'388'608}}) == "8.01");
}

}  // namespace

}  // namespace kvtally::vllm::log_text_test
