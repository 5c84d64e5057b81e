// src/read/gguf/values.cpp: the values of a file's keys.

#include <doctest/doctest.h>
#include <limits>

#include "read/gguf/reading.hpp"

namespace kvtally::values_test {

namespace {

using test::little;

// What a value of one type and these bytes is, as number and as text.
std::pair<std::optional<Wide>, std::string> value_of(std::uint32_t type, const std::string& bytes) {
  const std::string file = test::GgufWriter("a").raw("k", type, bytes).file();
  const auto parsed = parse_gguf("m", test::bytes_of(file));
  REQUIRE(parsed.has_value());
  const GgufEntry& entry = *parsed->find("k");
  return {whole_number(entry), number_text(entry)};
}

void check_whole(std::uint32_t type, const std::string& bytes, Wide number) {
  CAPTURE(type);
  const auto [value, text] = value_of(type, bytes);
  CHECK(value == number);
  CHECK(text == fmt::format("{}", number));
}

TEST_CASE("whole numbers of every type, with their signs") {
  check_whole(0, little(255, 1), 255);
  check_whole(1, little(255, 1), -1);
  check_whole(1, little(128, 1), -128);
  check_whole(2, little(65535, 2), 65535);
  check_whole(3, little(65534, 2), -2);
  check_whole(4, little(4294967295, 4), 4294967295);
  check_whole(5, little(4294967295, 4), -1);
  check_whole(10, little(~std::uint64_t{0}, 8), Wide{std::numeric_limits<std::uint64_t>::max()});
  check_whole(11, little(std::uint64_t{1} << 63, 8), Wide{std::numeric_limits<std::int64_t>::min()});
}

TEST_CASE("true, false and fractions") {
  CHECK(value_of(7, little(1, 1)) == std::pair(std::optional<Wide>(1), std::string("true")));
  CHECK(value_of(7, little(0, 1)) == std::pair(std::optional<Wide>(0), std::string("false")));
  CHECK(value_of(6, little(0x3fc00000, 4)) == std::pair(std::optional<Wide>(), std::string("1.5")));
  CHECK(value_of(6, little(0x7fc00000, 4)).second == "nan");
  CHECK(value_of(12, little(0x4000000000000000, 8)).second == "2.0");
}

TEST_CASE("items of arrays") {
  const std::string file = test::GgufWriter("a").set("k", std::vector<int>{7, -1, 9}).file();
  const auto parsed = parse_gguf("m", test::bytes_of(file));
  const GgufEntry& entry = *parsed->find("a.k");
  CHECK(whole_number(entry, 1) == Wide{-1});
  CHECK(number_text(entry, 2) == "9");
  CHECK(width_of(GgufType::text) == 0);
  CHECK(width_of(GgufType::f64) == 8);
}

}  // namespace

}  // namespace kvtally::values_test
