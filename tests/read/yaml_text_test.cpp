#include "read/yaml_text.hpp"

#include <doctest/doctest.h>
#include <string>

#include "support/print.hpp"

namespace kvtally {

namespace {

TEST_CASE("byte offsets become places, columns counted in characters") {
  const std::string text = "a: é中x\n  b: ü\n";
  Places places(text);
  CHECK(places.of(0, 0, 0) == Place{1, 1});
  CHECK(places.of(0, 3, 3) == Place{1, 4});
  CHECK(places.of(0, 5, 5) == Place{1, 5});    // behind the two bytes of é
  CHECK(places.of(0, 8, 8) == Place{1, 6});    // behind the three of 中
  CHECK(places.of(0, 3, 3) == Place{1, 4});    // back on the same line
  CHECK(places.of(1, 2, 12) == Place{2, 3});   // 10 bytes are the first line with its end
  CHECK(places.of(1, 7, 17) == Place{2, 7});   // behind the two bytes of ü
  CHECK(places.of(0, 9, 9) == Place{1, 7});    // back on an earlier line
  CHECK(places.of(2, 0, 18) == Place{3, 1});   // behind the last line end
  CHECK(places.of(2, 0, 500) == Place{3, 1});  // behind the text
}

TEST_CASE("what is no offset has no place") {
  Places places("abc");
  CHECK(places.of(-1, 0, 0) == Place{});
  CHECK(places.of(0, -1, 0) == Place{});
  CHECK(places.of(0, 2, 1) == Place{});
  CHECK(places.of(0, 0, -1) == Place{});
}

TEST_CASE("a million places on one line are counted once") {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) {
    text += "é";
  }
  Places places(text);
  bool right = true;
  for (int i = 0; i < 1'000'000; ++i) {
    right = right && places.of(0, 2 * i, 2 * i) == Place{1, static_cast<std::uint32_t>(i + 1)};
  }
  CHECK(right);
}

TEST_CASE("whether a quote is closed") {
  struct Row {
    const char* text;
    bool closes;
  };
  const Row rows[] = {{"'x'", true},        {"'x' # 'y", true}, {"''", true},      {"'", false},
                      {"'x", false},        {"'x\"", false},    {"'it''s'", true}, {"'it''s", false},
                      {"''''", true},       {"'''", false},     {R"('\')", true},  {R"("x")", true},
                      {R"("")", true},      {R"(")", false},    {R"("x)", false},  {R"("x')", false},
                      {R"("\"")", true},    {R"("\")", false},  {R"("\\")", true}, {R"("\\\")", false},
                      {"\"x\ny\" z", true}, {"'x\n\ny'", true}, {"'x\ny", false},  {"\"x\ny: 1\n", false}};
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(quote_closes(row.text) == row.closes);
  }
}

TEST_CASE("the first tab of an indentation") {
  struct Row {
    const char* text;
    std::uint32_t last;
    std::optional<Place> place;
  };
  const Row rows[] = {
      {"\ta: 1\n", 1, Place{1, 1}},
      {"a: 1\n\tb: 2\n", 2, Place{2, 1}},
      {"a: 1\n  \tb: 2\n", 2, Place{2, 3}},
      {"a:\n  b: 1\n \t c: 2\n\td: 3\n", 4, Place{3, 2}},
      {"a: 1\n\tb: 2\n", 1, std::nullopt},  // behind the last line that was asked for
      {"a:\t1\n", 1, std::nullopt},         // not of the indentation
      {"a: 1\n\tb", 9, Place{2, 1}},
      {"a: 1\n  ", 9, std::nullopt},
      {"   ", 1, std::nullopt},
      {"\n\n", 9, std::nullopt},
      {"\n\n\t", 3, Place{3, 1}},
      {"", 1, std::nullopt},
      {"\t", 0, std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(tab_in_indentation(row.text, row.last) == row.place);
  }
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

}  // namespace kvtally
