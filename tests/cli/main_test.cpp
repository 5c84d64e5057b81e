#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "read/text/embedded.hpp"
#include "support/golden.hpp"

namespace kvtally::main_test {

namespace {

TEST_CASE("the program's help goes to standard output when it is asked for, else to standard error") {
  const auto without = test::kvtally({});
  CHECK(without.exit_code == 2);
  CHECK(without.out.empty());
  for (const std::string word : {"--help", "-h", "help"}) {
    CHECK(test::output_of({word}) == without.err);
  }
  test::check_golden("tests/golden/cli/help.txt", without.err);
}

TEST_CASE("the version, with 16 digits for the data") {
  CHECK(data_digest().size() == 16);
  CHECK(data_digest().find_first_not_of("0123456789abcdef") == std::string_view::npos);
  const std::string version = "kvtally 0.1.0 (data " + std::string(data_digest()) + ")\n";
  CHECK(test::output_of({"--version"}) == version);
  CHECK(test::output_of({"-V"}) == version);
}

TEST_CASE("unknown commands") {
  test::check_golden("tests/golden/cli/unknown-commands.txt",
                     test::refusals({{"shw"}, {"tabel"}, {"frobnicate"}, {"--frob"}, {""}, {"-c", "5"}}));
}

}  // namespace

}  // namespace kvtally::main_test
