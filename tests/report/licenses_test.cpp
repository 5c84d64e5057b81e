#include "report/licenses.hpp"

#include <doctest/doctest.h>

#include "support/golden.hpp"

namespace kvtally::licenses_test {

TEST_CASE("what is in the script of pages is what npm installs, in that version") {
  const std::string package = test::source_text("reports/page/package.json");
  int in_page = 0;
  for (const LicensedLibrary& one : licensed_libraries()) {
    if (one.in_page) {
      ++in_page;
      CHECK(package.find("\"" + one.name + "\": \"" + one.version + "\"") != std::string::npos);
    }
    CHECK_FALSE(one.copyright.empty());
    CHECK(one.text.ends_with('\n'));
  }
  CHECK(in_page == 1);
}

// The lock file names packages and their contents, not who hands them out.
TEST_CASE("the lock file names no host") {
  const std::string lock = test::source_text("reports/page/package-lock.json");
  CHECK(lock.find("\"integrity\": \"sha512-") != std::string::npos);
  CHECK(lock.find("resolved") == std::string::npos);
  CHECK(lock.find("://") == std::string::npos);
}

}  // namespace kvtally::licenses_test
