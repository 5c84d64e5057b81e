#include "core/text.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "support/print.hpp"

namespace kvtally::text_test {

namespace {

using Lines = std::vector<std::string>;
using Pieces = std::vector<std::string_view>;

TEST_CASE("well-formed UTF-8") {
  const std::string_view good[] = {
      "",
      "abc",
      "\x7f",
      "é",
      "中文",
      "\xF0\x9F\x98\x80",
      "\xEF\xBB\xBF",
      "\xF4\x8F\xBF\xBF",
      std::string_view("\0", 1),
  };
  for (const std::string_view text : good) {
    CAPTURE(std::string(text));
    CHECK(is_utf8(text));
  }
  struct Bad {
    const char* name;
    std::string_view text;
  };
  const Bad bad[] = {
      {"a continuation byte alone", "\x80"},
      {"a byte that never occurs", "a\xFF"},
      {"cut short", "\xE4\xB8"},
      {"not continued", "\xC3(x"},
      {"overlong", "\xC0\xAF"},
      {"overlong 3", "\xE0\x80\xAF"},
      {"a surrogate", "\xED\xA0\x80"},
      {"above U+10FFFF", "\xF4\x90\x80\x80"},
      {"Latin-1", "caf\xE9"},
  };
  for (const Bad& row : bad) {
    CAPTURE(std::string(row.name));
    CHECK_FALSE(is_utf8(row.text));
  }
}

TEST_CASE("characters") {
  CHECK(characters("").empty());
  CHECK(characters("aé中") == Pieces{"a", "é", "中"});
  CHECK(characters("e\u0301x") == Pieces{"e", "\u0301", "x"});
  CHECK(characters("a\xFF\xE4\xB8z") == Pieces{"a", "\xFF", "\xE4", "\xB8", "z"});
}

TEST_CASE("display width") {
  struct Row {
    const char* name;
    std::string_view text;
    std::size_t width;
  };
  const Row rows[] = {
      {"nothing", "", 0},
      {"ASCII", "abc def", 7},
      {"an accent", "é", 1},
      {"a combining accent", "e\u0301", 1},
      {"wide", "中文", 4},
      {"mixed", "a中b", 4},
      {"an emoji", "\U0001F600", 2},
      {"a fullwidth letter", "\uFF21", 2},
      {"box drawing", "│─", 2},
      {"not UTF-8", "\xFF\xFE", 2},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(display_width(row.text) == row.width);
  }
}

TEST_CASE("trim takes spaces and tabs off the ends") {
  CHECK(trim("").empty());
  CHECK(trim(" \t ").empty());
  CHECK(trim("a") == "a");
  CHECK(trim("\t a b \t") == "a b");
  CHECK(trim("\na\n") == "\na\n");
}

TEST_CASE("split") {
  CHECK(split("", ',').empty());
  CHECK(split("  ", ',').empty());
  CHECK(split("a", ',') == Pieces{"a"});
  CHECK(split("a,b", ',') == Pieces{"a", "b"});
  CHECK(split(" a , b\t", ',') == Pieces{"a", "b"});
  CHECK(split("a,,b", ',') == Pieces{"a", "", "b"});
  CHECK(split(",", ',') == Pieces{"", ""});
  CHECK(split("a,", ',') == Pieces{"a", ""});
}

TEST_CASE("lower changes ASCII letters alone") {
  CHECK(lower("") == "");
  CHECK(lower("DeepSeek-V3.2_Exp@[Z]") == "deepseek-v3.2_exp@[z]");
  CHECK(lower("ÄÉ中") == "ÄÉ中");
}

TEST_CASE("wrap") {
  struct Row {
    const char* name;
    std::string_view text;
    std::size_t width;
    Lines lines;
  };
  const Row rows[] = {
      {"nothing", "", 10, {}},
      {"spaces", "   ", 10, {}},
      {"fits exactly", "ab cd", 5, {"ab cd"}},
      {"one too few", "ab cd", 4, {"ab", "cd"}},
      {"three lines", "one two three four", 9, {"one two", "three", "four"}},
      {"a longer word", "a bcdefgh i", 4, {"a", "bcdefgh", "i"}},
      {"spaces in between become one", "  a   b  ", 10, {"a b"}},
      {"wide characters count twice", "中文 中文", 8, {"中文", "中文"}},
      {"and fit in nine", "中文 中文", 9, {"中文 中文"}},
      {"no width", "a b", 0, {"a", "b"}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(wrap(row.text, row.width) == row.lines);
  }
}

std::string joined(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += (out.empty() ? "" : " ") + line;
  }
  return out;
}

TEST_CASE("wrap loses no word, and passes the width for a single word alone") {
  CHECK(rc::check("wrap", [] {
    const auto words = *rc::gen::container<Lines>(
        rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c'))));
    const auto width = *rc::gen::inRange<std::size_t>(1, 30);
    const Lines lines = wrap(joined(words), width);
    const bool same_words = joined(lines) == joined(words);
    RC_ASSERT(same_words);
    for (const std::string& line : lines) {
      const bool fits = display_width(line) <= width || line.find(' ') == std::string::npos;
      RC_ASSERT(fits);
    }
  }));
}

}  // namespace

}  // namespace kvtally::text_test
