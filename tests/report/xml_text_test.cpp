#include "report/xml_text.hpp"

#include <doctest/doctest.h>

namespace kvtally::xml_text_test {

namespace {

TEST_CASE("what XML would read as its own is escaped") {
  CHECK(xml("a < b && \"c\" > 'd'") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
  CHECK(xml("two\nlines\tand a tab") == "two&#10;lines&#9;and a tab");
  CHECK(xml("通义 é") == "通义 é");
  CHECK(xml("") == "");
}

TEST_CASE("what XML cannot write becomes U+FFFD") {
  CHECK(xml("a\x01z") == "a\xEF\xBF\xBDz");
  CHECK(xml("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(xml("\xEF\xBF\xBE\xEF\xBF\xBF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace

}  // namespace kvtally::xml_text_test
