#include <doctest/doctest.h>

#include "page/html_parts.hpp"

namespace kvtally::html_link_test {

// RFC 4648, section 10.
TEST_CASE("a file in a link, in base64") {
  const auto link = [](std::string_view text) { return data_link("text/csv", text); };
  const std::string start = "data:text/csv;charset=utf-8;base64,";
  CHECK(link("") == start);
  CHECK(link("f") == start + "Zg==");
  CHECK(link("fo") == start + "Zm8=");
  CHECK(link("foo") == start + "Zm9v");
  CHECK(link("foob") == start + "Zm9vYg==");
  CHECK(link("fooba") == start + "Zm9vYmE=");
  CHECK(link("foobar") == start + "Zm9vYmFy");
  CHECK(link("\xe5\xb1\x82\n") == start + "5bGCCg==");
  CHECK(link("\xff\xfe\xfd") == start + "//79");
}

}  // namespace kvtally::html_link_test
