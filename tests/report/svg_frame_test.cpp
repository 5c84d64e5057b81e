#include "report/svg_frame.hpp"

#include <doctest/doctest.h>

namespace kvtally::svg_frame_test {

namespace {

using Lines = std::vector<std::string>;

TEST_CASE("text widths") {
  CHECK(svg_text_width("") == 0);
  CHECK(svg_text_width("ab") == doctest::Approx(14.4));
  CHECK(svg_text_width("注意") == doctest::Approx(25));
}

TEST_CASE("lines end at spaces, and beside Chinese characters") {
  CHECK(svg_lines({"one two three"}, 60) == Lines{"one two", "three"});
  CHECK(svg_lines({"one", "two"}, 60) == Lines{"one", "two"});
  // 4 characters of 12.5 in 50; no line begins with a comma or ends with an opening bracket
  CHECK(svg_lines({"一二三四五六"}, 50) == Lines{"一二三四", "五六"});
  CHECK(svg_lines({"一二三四，五"}, 50) == Lines{"一二三", "四，五"});
  CHECK(svg_lines({"一二三（四）"}, 50) == Lines{"一二三", "（四）"});
  CHECK(svg_lines({}, 50).empty());
}

TEST_CASE("a word is never cut") { CHECK(svg_lines({"abcdefghijkl"}, 20) == Lines{"abcdefghijkl"}); }

TEST_CASE("notes stand a line apart") {
  CHECK(svg_notes({"a", "<"}, 10, 20) ==
        "<text class=\"label\" x=\"10\" y=\"20\">a</text>\n"
        "<text class=\"label\" x=\"10\" y=\"37\">&lt;</text>\n");
}

}  // namespace

}  // namespace kvtally::svg_frame_test
