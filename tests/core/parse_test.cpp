#include "core/parse.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "support/print.hpp"

namespace kvtally::parse_test {

namespace {

struct Accepted {
  const char* text;
  std::int64_t value;
};

struct Refused {
  const char* text;
  std::string message;
};

TEST_CASE("whole numbers in plain digits") {
  const Accepted accepted[] = {
      {"0", 0}, {"1", 1}, {"10", 10}, {"131072", 131072}, {"9223372036854775807", 9223372036854775807},
  };
  for (const Accepted& row : accepted) {
    CAPTURE(std::string(row.text));
    CHECK(parse_integer(row.text) == Parsed<std::int64_t>(row.value));
  }
  const char* const no_digits = "it is not a whole number in decimal digits";
  const char* const octal = "it has a leading zero, which some readers take for octal";
  const Refused refused[] = {
      {"", no_digits},
      {"-5", no_digits},
      {"+5", no_digits},
      {" 5", no_digits},
      {"5 ", no_digits},
      {"1e3", no_digits},
      {"1.5", no_digits},
      {"4096.0", no_digits},
      {"0x10", no_digits},
      {"1_000", no_digits},
      {"1 000", no_digits},
      {"12Q", no_digits},
      {"\u0661", no_digits},
      {"010", octal},
      {"00", octal},
      {"9223372036854775808", "it is too large"},
      {"99999999999999999999", "it is too large"},
  };
  for (const Refused& row : refused) {
    CAPTURE(std::string(row.text));
    CHECK(parse_integer(row.text) == Parsed<std::int64_t>(std::unexpected(row.message)));
  }
}

TEST_CASE("token counts that are accepted") {
  const Accepted rows[] = {
      {"1", 1},
      {"131072", 131072},
      {"128K", 131072},
      {"128Ki", 131072},
      {"128 K", 131072},
      {" 128K\t", 131072},
      {"128k", 128000},
      {"1M", 1048576},
      {"1Mi", 1048576},
      {"1m", 1000000},
      {"1G", 1073741824},
      {"1Gi", 1073741824},
      {"1g", 1000000000},
      {"25.6k", 25600},
      {"1.5K", 1536},
      {"0.5K", 512},
      {"1.048576m", 1048576},
      {"2.0", 2},
      {"1099511627775", 1099511627775},
      {"1023G", 1098437885952},
  };
  for (const Accepted& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(parse_tokens(row.text) == Parsed<Tokens>(Tokens{row.value}));
  }
}

TEST_CASE("token counts that are refused") {
  const char* const no_start = "it does not start with a digit";
  const char* const zero = "it has a leading zero";
  const std::string units = " is none of the units K, Ki, k, M, Mi, m, G, Gi, g";
  const Refused rows[] = {
      {"", no_start},
      {" ", no_start},
      {"-5", no_start},
      {"+5", no_start},
      {"K", no_start},
      {".5K", no_start},
      {"0", "it is less than 1"},
      {"0K", "it is less than 1"},
      {"00", zero},
      {"0128K", zero},
      {"00.5K", zero},
      {"0x80", "'x80'" + units},
      {"1.", "a digit is missing after the point"},
      {"1.K", "a digit is missing after the point"},
      {"1.5", "it is not a whole number"},
      {"1.2345K", "it is not a whole number"},
      {"1e3", "'e3'" + units},
      {"12Q", "'Q'" + units},
      {"12KB", "'KB'" + units},
      {"12kI", "'kI'" + units},
      {"1 000", "'000'" + units},
      {"1,000", "',000'" + units},
      {"1.5.5K", "'.5K'" + units},
      {"1099511627776", "it is not below 2^40"},
      {"1024G", "it is not below 2^40"},
      {"999999999999999999", "it is not below 2^40"},
      {"999999999999999999G", "it is too large"},
      {"99999999999999999999", "it has too many digits"},
      {"1.0000000000000K", "it has too many digits"},
  };
  for (const Refused& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(parse_tokens(row.text) == Parsed<Tokens>(std::unexpected(row.message)));
  }
}

TEST_CASE("byte counts that are accepted") {
  const Accepted rows[] = {
      {"0", 0},
      {" 0 ", 0},
      {"0 B", 0},
      {"512 B", 512},
      {"512B", 512},
      {"1kB", 1000},
      {"1KB", 1000},
      {"1KiB", 1024},
      {"697MiB", 730857472},
      {"697 MB", 697000000},
      {"64GiB", 68719476736},
      {"80 GB", 80000000000},
      {"80GB", 80000000000},
      {"1.5 KiB", 1536},
      {"0.5KiB", 512},
      {"0.3KiB", 307},              // 307.2
      {"94.74 GiB", 101726300406},  // 101726300405.76
      {"2 TiB", 2199023255552},
      {"2TB", 2000000000000},
      {"1PB", 1000000000000000},
      {"8191PiB", 9222246136947933184},
      {"9223372036.854775807 GB", 9223372036854775807},
  };
  for (const Accepted& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(parse_bytes(row.text) == Parsed<Bytes>(Bytes{row.value}));
  }
}

TEST_CASE("byte counts that are refused") {
  const std::string units = " is none of the units B, KiB, kB, KB, MiB, MB, GiB, GB, TiB, TB, PiB, PB";
  const char* const no_unit = "it has no unit, and 80 GB and 80 GiB differ by 7 %";
  const Refused rows[] = {
      {"", "it does not start with a digit"},
      {"-1 GB", "it does not start with a digit"},
      {"GiB", "it does not start with a digit"},
      {"80", no_unit},
      {"1.5", no_unit},
      {"00", "it has a leading zero"},
      {"80 G", "'G'" + units},
      {"80 gb", "'gb'" + units},
      {"80 Gb", "'Gb'" + units},
      {"80 GB/s", "'GB/s'" + units},
      {"1e9 B", "'e9 B'" + units},
      {"080 GB", "it has a leading zero"},
      {"0.5 B", "it is not a whole number"},
      {"8192 PiB", "it is too large"},
      {"9223372036.854775808 GB", "it is too large"},
      {"1.GB", "a digit is missing after the point"},
  };
  for (const Refused& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(parse_bytes(row.text) == Parsed<Bytes>(std::unexpected(row.message)));
  }
}

TEST_CASE("parameter counts") {
  const Accepted accepted[] = {
      {"0", 0},
      {"124439808", 124439808},
      {"350M", 350000000},
      {"45.9B", 45900000000},
      {"671B", 671000000000},
      {"1.04T", 1040000000000},
  };
  for (const Accepted& row : accepted) {
    CAPTURE(std::string(row.text));
    CHECK(parse_parameters(row.text) == Parsed<std::int64_t>(row.value));
  }
  const std::string units = " is none of the units M, B, T";
  const Refused refused[] = {
      {"671b", "'b'" + units},
      {"350K", "'K'" + units},
      {"-7B", "it does not start with a digit"},
      {"0.5", "it is not a whole number"},
      {"9999999999T", "it is too large"},
      {"0671B", "it has a leading zero"},
  };
  for (const Refused& row : refused) {
    CAPTURE(std::string(row.text));
    CHECK(parse_parameters(row.text) == Parsed<std::int64_t>(std::unexpected(row.message)));
  }
}

TEST_CASE("a year and month") {
  for (const char* const text : {"2024-12", "2024-01", "0000-09", "9999-10"}) {
    CAPTURE(std::string(text));
    CHECK(is_month(text));
  }
  for (const char* const text : {"", "2024", "2024-00", "2024-13", "2024-1", "2024-1a", "2024/12", "24-12",
                                 "2024-12-01", "x024-12", " 2024-1"}) {
    CAPTURE(std::string(text));
    CHECK_FALSE(is_month(text));
  }
}

TEST_CASE("plain digits come back as they are") {
  CHECK(rc::check("parse_tokens(digits of n) is n", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 40);
    const bool same = parse_tokens(std::to_string(n)) == Parsed<Tokens>(Tokens{n});
    RC_ASSERT(same);
  }));
  CHECK(rc::check("parse_integer(digits of n) is n", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
    const bool same = parse_integer(std::to_string(n)) == Parsed<std::int64_t>(n);
    RC_ASSERT(same);
  }));
}

}  // namespace

}  // namespace kvtally::parse_test
