#include "read/text/yaml_text.hpp"

#include <doctest/doctest.h>
#include <string>

#include "support/print.hpp"

namespace kvtally::yaml_text_test {

namespace {

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

TEST_CASE("the tab of a line's indentation") {
  struct Row {
    const char* text;
    std::uint32_t last;
    std::optional<Place> place;
  };
  const Row rows[] = {
      {"\ta: 1\n", 1, Place{1, 1}},
      {"a: 1\n\tb: 2\n", 2, Place{2, 1}},
      {"a: 1\n  \tb: 2\n", 2, Place{2, 3}},
      {"a:\n  b: 1\n \t c: 2\n\td: 3\n", 4, Place{4, 1}},  // that of an earlier line is another matter
      {"a: 1\n\tb: 2\n", 1, std::nullopt},                 // behind the last line that was asked for
      {"a:\t1\n", 1, std::nullopt},                        // not of the indentation
      {"a: 1\n\tb", 2, Place{2, 1}},
      {"a: 1\n\tb", 9, std::nullopt},
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

TEST_CASE("brackets that are closed, and brackets that are not") {
  const std::pair<std::string, bool> rows[] = {{"[1, 2]", true},       {"[1, 2", false},        {"{a: [1]}", true},
                                               {"{a: [1]", false},     {"[\"]\"]", true},       {"[\"]", false},
                                               {"[1, # ]\n 2]", true}, {"[1, # ]\n 2", false},  {"[[[", false},
                                               {"[it's, b]", true},    {"['it''s ]', b", false}};
  for (const auto& [text, closes] : rows) {
    CAPTURE(text);
    CHECK(bracket_closes(text) == closes);
  }
}

}  // namespace

}  // namespace kvtally::yaml_text_test
