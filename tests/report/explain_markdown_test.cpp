#include <doctest/doctest.h>

#include "report/explain_shapes.hpp"
#include "report/explanations.hpp"
#include "support/golden.hpp"

namespace kvtally::explain_markdown_test {

namespace {

TEST_CASE("an explanation in Markdown") {
  test::check_golden("tests/golden/report/explain-mimo-v2-flash.md",
                     markdown_of(test::explanation_of("mimo-v2-flash", 262144), Units::binary));
}

TEST_CASE("no table of any model has an empty line inside or a line end missing") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    for (const std::string& text : {markdown_of(test::explanation_of(id, 1000), Units::binary),
                                    markdown_of(shapes_of(test::model_of(id)))}) {
      CHECK(text.starts_with("# "));
      CHECK(text.ends_with("\n"));
      CHECK(text.find("\n\n\n") == std::string::npos);
      CHECK(text.find("\n\n|") != std::string::npos);
    }
  }
}

}  // namespace

}  // namespace kvtally::explain_markdown_test
