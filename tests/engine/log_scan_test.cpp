#include "engine/log_scan.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::log_scan_test {

namespace {

TEST_CASE("numbers behind their words") {
  LogScan scan("#tokens: 367404, K size: 8.23 GB, per block: 32.");
  CHECK(scan.has("K size"));
  CHECK_FALSE(scan.has("V size"));
  CHECK(scan.count("#tokens: ", "tokens", "tokens"));
  CHECK(scan.gibibytes("K size: ", "k_size_bytes", " GB"));
  CHECK(scan.count("per block: ", "tokens_per_block", "tokens"));
  CHECK_FALSE(scan.count("V size: ", "none", "tokens"));
  const LogReading reading = std::move(scan).reading("A line.");
  CHECK(reading.meaning == "A line.");
  REQUIRE(reading.quantities.size() == 3);
  const LogQuantity& size = reading.quantities[1];
  CHECK(size.name == "k_size_bytes");
  CHECK(size.printed == "8.23 GB");
  CHECK(size.unit == "bytes");
  CHECK(size.numerator == Wide{823} << 30);
  CHECK(size.denominator == 100);
  CHECK(size.last_digit == Wide{1} << 30);
  CHECK(reading.quantities[2].printed == "32 tokens");
  CHECK(reading.quantities[2].last_digit == 0);
}

TEST_CASE("what is no number is not taken") {
  for (const std::string_view line :
       {"size: ", "size: x", "size: 1.2.3 GB", "size: . GB", "size: 1234567890123456 GB"}) {
    CAPTURE(line);
    LogScan scan(line);
    CHECK_FALSE(scan.gibibytes("size: ", "", " GB"));
  }
  LogScan whole("size: 5 GB, count: 1.5");
  CHECK(whole.gibibytes("size: ", "", " GB"));
  CHECK_FALSE(whole.count("count: ", "", "tokens"));
  CHECK(std::move(whole).reading("").quantities.front().denominator == 1);
}

}  // namespace

}  // namespace kvtally::log_scan_test
