#include <doctest/doctest.h>
#include <fstream>
#include <iterator>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::output_test {

namespace {

using test::Words;

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool coloured(const std::string& text) { return text.find('\x1b') != std::string::npos; }

TEST_CASE("-O writes the same bytes to a file") {
  const test::Folder folder;
  folder.write("out.txt", std::string(100000, 'x'));
  CHECK(test::output_of({"table", "-O", folder.path("out.txt")}) == "");
  CHECK(content(folder.path("out.txt")) == test::output_of({"table"}));
}

TEST_CASE("a result that cannot be written is exit code 4") {
  test::check_golden("tests/golden/cli/unwritable.txt", test::refusals({{"models", "-O", "/dev/full"},
                                                                        {"table", "-O", "/dev/full"},
                                                                        {"table", "-O", "/"},
                                                                        {"table", "-O", "/missing/out.txt"}}));
}

TEST_CASE("colour: none through a pipe, always or never on demand") {
  const Words plain{"show", "gemma-3-27b"};
  CHECK_FALSE(coloured(test::output_of(plain)));
  CHECK(coloured(test::output_of({"show", "gemma-3-27b", "--color", "always"})));
  CHECK(coloured(test::output_of({"table", "--color", "always"})));
  CHECK(test::output_of({"show", "gemma-3-27b", "--color", "never"}) == test::output_of(plain));
  CHECK(test::output_of({"table", "--color", "always", "-o", "csv"}) == test::output_of({"table", "-o", "csv"}));
}

TEST_CASE("what is asked for wins over NO_COLOR and TERM, which win over auto") {
  for (const std::string setting : {"NO_COLOR=1", "TERM=dumb"}) {
    CAPTURE(setting);
    CHECK_FALSE(coloured(test::kvtally({"table"}, {}, {setting}).out));
    CHECK(coloured(test::kvtally({"table", "--color", "always"}, {}, {setting}).out));
  }
}

TEST_CASE("decimal units on demand") {
  CHECK(test::output_of({"table", "--si"}).find("GiB  ") == std::string::npos);
  CHECK(test::output_of({"show", "deepseek-v3", "-c", "128K", "--si"}).find("9.211 GB") != std::string::npos);
}

TEST_CASE("formats and colours that are none") {
  test::check_golden("tests/golden/cli/wrong-outputs.txt", test::refusals({{"table", "-o", "jsn"},
                                                                           {"table", "-o", "yaml"},
                                                                           {"models", "-o", ""},
                                                                           {"show", "hy3", "-o", "tabel"},
                                                                           {"table", "--color", "sometimes"}}));
}

}  // namespace

}  // namespace kvtally::output_test
