#include "core/problem.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::problem_test {

namespace {

TEST_CASE("a whole problem") {
  const Problem problem{"m.yaml", {3, 7}, "unknown key 'head_dmi'", "a key", "head_dim", "  head_dmi: 4"};
  CHECK(render(problem) ==
        "m.yaml:3:7: unknown key 'head_dmi'; expected a key\n"
        "    3 |   head_dmi: 4\n"
        "      |       ^\n"
        "      = did you mean 'head_dim'?\n");
}

TEST_CASE("what a problem leaves out is not printed") {
  struct Row {
    const char* name;
    Problem problem;
    const char* text;
  };
  const Row rows[] = {
      {"no file and no place", {"", {}, "unknown model 'x'", "", "", ""}, "unknown model 'x'\n"},
      {"no place", {"m.yaml", {}, "it is empty", "a map", "", ""}, "m.yaml: it is empty; expected a map\n"},
      {"no excerpt", {"m.yaml", {2, 1}, "x", "", "", ""}, "m.yaml:2:1: x\n"},
      {"a suggestion alone", {"", {}, "x", "", "y", ""}, "x\n  did you mean 'y'?\n"},
      {"the first column", {"f", {1, 1}, "x", "", "", "abc"}, "f:1:1: x\n    1 | abc\n      | ^\n"},
      {"behind the end", {"f", {1, 4}, "x", "", "", "abc"}, "f:1:4: x\n    1 | abc\n      |    ^\n"},
      {"a large line number", {"f", {123456, 1}, "x", "", "", "abc"}, "f:123456:1: x\n123456 | abc\n      | ^\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(render(row.problem) == row.text);
  }
}

TEST_CASE("the caret stands under its character") {
  struct Row {
    const char* name;
    std::uint32_t column;
    const char* excerpt;
    const char* caret;
  };
  const Row rows[] = {
      {"behind a wide character", 2, "中x", "  ^"},
      {"behind two", 3, "中文x", "    ^"},
      {"under a wide one", 2, "中文x", "  ^"},
      {"behind an accent", 2, "éx", " ^"},
      {"behind a combining accent", 3, "e\u0301x", " ^"},
      {"behind a replacement sign", 2, "\uFFFDx", " ^"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const std::string expected = std::string("f:1:") + std::to_string(row.column) + ": w\n    1 | " + row.excerpt +
                                 "\n      | " + row.caret + "\n";
    CHECK(render(Problem{"f", {1, row.column}, "w", "", "", row.excerpt}) == expected);
  }
}

TEST_CASE("the line of a place") {
  struct Row {
    const char* name;
    std::string_view text;
    Place place;
    std::string_view line;
  };
  const Row rows[] = {
      {"the first", "ab\ncd\n", {1, 1}, "ab"},
      {"the last", "ab\ncd", {2, 1}, "cd"},
      {"behind the last line end", "ab\ncd\n", {3, 1}, ""},
      {"behind the text", "ab\ncd\n", {9, 1}, ""},
      {"no place", "ab", {}, ""},
      {"nothing", "", {1, 1}, ""},
      {"CRLF", "ab\r\ncd\r\n", {2, 1}, "cd"},
      {"a byte order mark",
       "\xEF\xBB\xBF"
       "ab\n",
       {1, 1},
       "ab"},
      {"a tab becomes a space", "a\tb\n", {1, 1}, "a b"},
      {"so do an escape and a delete",
       "a\x1b[31mb\x7f"
       "c",
       {1, 1},
       "a [31mb c"},
      {"so does a carriage return inside", "a\rb\n", {1, 1}, "a b"},
      {"so does a zero byte", std::string_view("a\0b", 3), {1, 1}, "a b"},
      {"so do the controls of Latin-1", "a\u0080b\u0085c\u009Fd\u00A0e", {1, 1}, "a b c d\u00A0e"},
      {"a byte that is not UTF-8 becomes the replacement sign",
       "a\xFF\x9B"
       "b",
       {1, 1},
       "a\uFFFD\uFFFDb"},
      {"so does half a character", "a\xE4\xB8", {1, 1}, "a\uFFFD\uFFFD"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(excerpt_of(row.text, row.place) == row.line);
  }
}

TEST_CASE("no control character of a name reaches the output") {
  const std::string escapes = "a\x1b[31m\x07\x7f\r\n\u009B\xC3z";
  const std::string shown = "a [31m     \uFFFDz";
  const Problem problem{escapes, {1, 1}, escapes, escapes, escapes, excerpt_of(escapes, {1, 1})};
  CHECK(render(problem) == shown + ":1:1: " + shown + "; expected " + shown +
                               "\n    1 | a [31m  \n      | ^\n      = did you mean '" + shown + "'?\n");
}

TEST_CASE("the line of a place as it is written") {
  CHECK(line_of("a\n\tb\x1b\r\nc", {2, 1}) == "\tb\x1b");
  CHECK(line_of("\xEF\xBB\xBF"
                "a",
                {1, 1}) == "a");
  CHECK(line_of("a", {}) == "");
}

TEST_CASE("a tab before the caret takes one column, as in the excerpt") {
  const std::string text = "\ta:\tb\n";
  CHECK(render(Problem{"f", {1, 5}, "w", "", "", excerpt_of(text, {1, 5})}) ==
        "f:1:5: w\n    1 |  a: b\n      |     ^\n");
}

TEST_CASE("a long line is cut after 200 characters, and a caret behind that is left out") {
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    text += "é";
  }
  std::string cut;
  for (int i = 0; i < 200; ++i) {
    cut += "é";
  }
  CHECK(excerpt_of(text, {1, 1}) == cut);
  const std::string line = "    1 | " + cut + "\n";
  CHECK(render(Problem{"f", {1, 9000}, "w", "", "", cut}) == "f:1:9000: w\n" + line);
  CHECK(render(Problem{"f", {1, 200}, "w", "", "", cut}) ==
        "f:1:200: w\n" + line + "      | " + std::string(199, ' ') + "^\n");
  CHECK(render(Problem{"f", {1, 201}, "w", "", "", cut}) == "f:1:201: w\n" + line);
  CHECK(excerpt_of(std::string(200, 'a'), {1, 1}) == std::string(200, 'a'));
}

TEST_CASE("problems stand in the order of their places, each once") {
  const Problem a{"f", {1, 5}, "a", "", "", ""};
  const Problem b{"f", {1, 9}, "b", "", "", ""};
  const Problem c{"f", {2, 1}, "c", "", "", ""};
  const Problem c2{"f", {2, 1}, "another at the same place", "", "", ""};
  const Problem unplaced{"f", {}, "no place", "", "", ""};
  CHECK(distinct({}) == Problems{});
  CHECK(distinct({c, b, a}) == Problems{a, b, c});
  CHECK(distinct({c, a, c, a}) == Problems{a, c});
  CHECK(distinct({c2, a, c}) == Problems{a, c2, c});  // of one place: as they came
  CHECK(distinct({a, unplaced}) == Problems{unplaced, a});
  CHECK(render(Problems{a, c}) == "f:1:5: a\nf:2:1: c\n");
}

TEST_CASE("20,000 problems at as many places are sorted") {
  Problems problems;
  for (std::uint32_t line = 20'000; line > 0; --line) {
    problems.push_back({"f", {line, 1}, "w", "", "", ""});
    problems.push_back({"f", {line, 1}, "w", "", "", ""});
  }
  const Problems sorted = distinct(std::move(problems));
  CHECK(sorted.size() == 20'000);
  CHECK(sorted.front().place == Place{1, 1});
  CHECK(sorted.back().place == Place{20'000, 1});
}

}  // namespace

}  // namespace kvtally::problem_test
