#include "report/engine_words.hpp"

#include <doctest/doctest.h>

#include "core/text.hpp"
#include "support/lines.hpp"

namespace kvtally::engine_words_test {

namespace {

TEST_CASE("what is asked for") {
  Allocation allocation;
  CHECK(scenario_of(allocation) == "1 request of 1 token");
  allocation.context = Tokens{131072};
  allocation.requests = 4;
  allocation.devices = 8;
  CHECK(scenario_of(allocation) == "4 requests of 131,072 tokens on 8 devices: bytes of one device, the fullest");
}

TEST_CASE("figures and signs") {
  CHECK(print_figure({"x", "bytes", 1024, 1}) == "1,024 B");
  CHECK(print_figure({"x", "tokens", 131072, 2}) == "65,536 tokens");
  CHECK(print_figure({"x", "groups", 1, 1}) == "1 group");
  CHECK(print_figure({"x", "", 197, 100}) == "1.97");
  CHECK(print_figure({"x", "", 1, 3}) == "0.333333");
  CHECK(print_figure({"x", "bytes", 2000001, 2}) == "1,000,001 B");  // rounded
  CHECK(print_figure({"x", "bytes", 117348237312, 100}) == "1,173,482,373 B");
  CHECK(with_sign(1024) == "+1,024");
  CHECK(with_sign(-1024) == "-1,024");
  CHECK(with_sign(0) == "+0");
}

TEST_CASE("the way from need to what is allocated, with signs and the sum") {
  Allocation allocation;
  allocation.needed = Bytes{4096};
  allocation.allocated = Bytes{3172};
  allocation.causes = {{"blocks of 16 tokens", Bytes{100}, ""},
                       {"a window's oldest token", Bytes{-1024}, "W - 1"}};
  CHECK(reconciliation_of(allocation, Units::binary, 80) ==
        "    4,096  what the model needs (4 KiB)\n"
        "     +100  blocks of 16 tokens\n"
        "   -1,024  a window's oldest token (-1 KiB): W - 1\n"
        "  = 3,172  what is allocated (3.098 KiB)\n");
  CHECK(reconciliation_of(allocation, Units::decimal, 40) ==
        "    4,096  what the model needs (4.096\n           kB)\n"
        "     +100  blocks of 16 tokens\n"
        "   -1,024  a window's oldest token\n           (-1.024 kB): W - 1\n"
        "  = 3,172  what is allocated (3.172 kB)\n");
}

TEST_CASE("a log line is broken at spaces, and keeps those inside") {
  CHECK(log_lines("size =   27.00 MiB", 80, 2) == "  size =   27.00 MiB\n");
  CHECK(log_lines("  size =  1.0 MiB", 80, 0) == "  size =  1.0 MiB\n");
  CHECK(log_lines("one two  three four", 12, 2) == "  one two \n    three\n    four\n");
  CHECK(log_lines("a-word-that-is-longer-than-the-line b", 12, 2) ==
        "  a-word-that-is-longer-than-the-line\n    b\n");
  CHECK(log_lines("a-word-that-is-longer-than-the-line", 12, 2) == "  a-word-that-is-longer-than-the-line\n");
  CHECK(log_lines("", 12, 2) == "  \n");
  const std::string text(400, 'x');
  CHECK(test::lines_of(log_lines(text + " " + text, 80, 2)).size() == 2);
}

}  // namespace

}  // namespace kvtally::engine_words_test
