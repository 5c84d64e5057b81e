#include "cli/page.hpp"

#include <doctest/doctest.h>
#include <initializer_list>

namespace kvtally::page_test {

namespace {

using test::Lines;
using test::Page;

TEST_CASE("what a page shows and the program does not print is found") {
  const std::string printed = "a\n\nb  \nc\nd\n";
  const auto missing = [&](const Lines& shown) { return test::not_printed(shown, printed); };
  for (const Lines& shown : std::initializer_list<Lines>{
           {}, {"a", "", "b", "c", "d", ""}, {"..."}, {"a", "..."}, {"...", "d"}, {"...", "b", "...", "d"}}) {
    CHECK(missing(shown) == "");
  }
  CHECK(missing({"a"}) == "a\n");
  CHECK(missing({"b", "..."}) == "b\n");
  CHECK(missing({"...", "c"}) == "c\n");
  CHECK(missing({"...", "b", "d", "..."}) == "b\nd\n");
  CHECK(missing({"...", "c", "...", "b", "..."}) == "b\n");
  CHECK(missing({"a", "", "b", "c", "d", "e"}) == "a\n\nb\nc\nd\ne\n");
}

TEST_CASE("what a page has its reader do") {
  const Page page = test::page_of(
      "Text\n\n    $ one\n    shown\n\n    more\n    $ two \\\n      words\n\nNo code:\n"
      "    of a paragraph\n\n```yaml a/b.yaml\n$ key: 1\n```\n```cpp\ncode\n```\n");
  REQUIRE(page.steps.size() == 3);
  CHECK(page.steps[0].command == "one");
  CHECK(page.steps[0].line == 3);
  CHECK(page.steps[0].shown == Lines{"shown", "", "more"});
  CHECK(page.steps[1].command == "two \\\n  words");
  CHECK(page.steps[2].file == "a/b.yaml");
  CHECK(page.steps[2].shown == Lines{"$ key: 1"});
  CHECK(page.other_lines == Lines{"code"});
}

}  // namespace

}  // namespace kvtally::page_test
