#include "read/text/embedded.hpp"

#include <doctest/doctest.h>

namespace kvtally::embedded_test {

TEST_CASE("a text that was compiled in, by its path") {
  const EmbeddedText* text = embedded_text("reports/page/page.mustache");
  REQUIRE(text != nullptr);
  CHECK(text->text.starts_with("<!doctype html>\n"));
  CHECK(text->sha256.size() == 44);
  CHECK(embedded_text("reports/page/none.css") == nullptr);
}

}  // namespace kvtally::embedded_test
