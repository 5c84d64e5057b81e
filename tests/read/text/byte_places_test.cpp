#include "read/text/byte_places.hpp"

#include <doctest/doctest.h>
#include <string>

#include "support/print.hpp"

namespace kvtally::byte_places_test {

namespace {

TEST_CASE("byte offsets become places, columns counted in characters") {
  const std::string text = "a: é中x\n  b: ü\n";
  Places places(text);
  CHECK(places.at(0) == Place{1, 1});
  CHECK(places.at(3) == Place{1, 4});
  CHECK(places.at(5) == Place{1, 5});    // behind the two bytes of é
  CHECK(places.at(8) == Place{1, 6});    // behind the three of 中
  CHECK(places.at(3) == Place{1, 4});    // back on the same line
  CHECK(places.at(12) == Place{2, 3});   // 10 bytes are the first line with its end
  CHECK(places.at(17) == Place{2, 7});   // behind the two bytes of ü
  CHECK(places.at(9) == Place{1, 7});    // back on an earlier line
  CHECK(places.at(18) == Place{3, 1});   // behind the last line end
  CHECK(places.at(500) == Place{3, 1});  // behind the text
}

TEST_CASE("a million places on one line are counted once") {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) {
    text += "é";
  }
  Places places(text);
  bool right = true;
  for (int i = 0; i < 1'000'000; ++i) {
    right = right && places.at(2 * static_cast<std::size_t>(i)) == Place{1, static_cast<std::uint32_t>(i + 1)};
  }
  CHECK(right);
}

TEST_CASE("the first byte that is not UTF-8") {
  struct Row {
    const char* name;
    const char* text;
    Place place;
  };
  const Row rows[] = {
      {"at the beginning", "\xFF", {1, 1}},
      {"behind ASCII", "ab\xE9z", {1, 3}},
      {"behind characters of several bytes", "é中\xFF", {1, 3}},
      {"on a later line", "a\né\nb: caf\xE9\n\xFF", {3, 7}},
      {"half a character at the end", "a: 1\nb: \xE4\xB8", {2, 4}},
      {"the second half of a character", "a: \xB8\n", {1, 4}},
      {"a character written too long", "a: \xC0\xAF\n", {1, 4}},
      {"half of a surrogate pair", "a: \xED\xA0\x80\n", {1, 4}},
      {"beyond U+10FFFF", "a: \xF4\x90\x80\x80\n", {1, 4}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(first_bad_byte(row.text) == row.place);
  }
}

}  // namespace

}  // namespace kvtally::byte_places_test
