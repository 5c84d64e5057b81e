#include "report/prose.hpp"

#include <doctest/doctest.h>

namespace kvtally::prose_test {

namespace {

TEST_CASE("a text in lines") {
  CHECK(wrapped("one two three", 8) == "one two\nthree\n");
  CHECK(wrapped("", 8) == "\n");
}

TEST_CASE("items under a title") {
  CHECK(bullets("why", {"one two three", "four"}, 10) == "\nwhy\n- one two\n  three\n- four\n");
  CHECK(bullets("", {"one two three"}, 12, 2) == "  - one two\n    three\n");
  CHECK(bullets("why", {}, 10).empty());
}

}  // namespace

}  // namespace kvtally::prose_test
