#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

#include "report/check_reports.hpp"
#include "support/golden.hpp"

namespace kvtally::check_results_junit_test {

namespace {

// Whether elements close in the order in which they open, attributes are quoted and no bare & or < is left.
bool well_formed(std::string_view text) {
  std::vector<std::string_view> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == std::string_view::npos || end - at > 6) {
        return false;
      }
    }
    if (text[at] != '<') {
      continue;
    }
    const std::size_t end = text.find('>', at);
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    if (end == std::string_view::npos || tag.contains('<') || std::ranges::count(tag, '"') % 2 != 0) {
      return false;
    }
    const std::string_view name = tag.substr(0, tag.find_first_of(" /?", 1));
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) {
        return false;
      }
      open.pop_back();
    } else if (!tag.ends_with('/') && !tag.starts_with('?')) {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty();
}

TEST_CASE("JUnit") {
  test::check_golden("tests/golden/report/check.junit.xml", junit_of(test::some_results()));
  test::check_golden("tests/golden/report/check-claims.junit.xml", junit_of(test::some_claims()));
  CHECK(well_formed(junit_of(test::some_results())));
  CHECK(well_formed(junit_of(test::some_claims())));
  CHECK(well_formed(junit_of({})));
  CHECK_FALSE(well_formed("<a><b></a></b>"));
  CHECK_FALSE(well_formed("<a>R&D</a>"));
}

TEST_CASE("what XML cannot hold") {
  CheckReport report = test::some_results();
  report.results[0].id = "bell \x07, not UTF-8 \xff, tab \t";
  const std::string text = junit_of(report);
  CHECK(well_formed(text));
  CHECK(text.find("name=\"bell \xEF\xBF\xBD, not UTF-8 \xEF\xBF\xBD, tab &#9;\"") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::check_results_junit_test
