#include "report/filled.hpp"

#include <doctest/doctest.h>

namespace kvtally::filled_test {

TEST_CASE("a text is filled with figures by their names") {
  const Values values{{"ratio", "846"}, {"kv", "576 GiB"}};
  CHECK(filled("{kv} is {ratio} times as much, {{so}}", values) == "576 GiB is 846 times as much, {so}");
  CHECK(filled("", values) == "");
}

TEST_CASE("a name without a figure is refused with the nearest, and so is an open brace") {
  const auto text = filled("{ratios} of {kv", {{"ratio", "846"}});
  REQUIRE_FALSE(text.has_value());
  CHECK(render(text.error()) ==
        "the text asks for a figure 'ratios'; expected one of ratio\n  did you mean 'ratio'?\n"
        "'{kv' is not closed; expected a '}'\n");
}

}  // namespace kvtally::filled_test
