#include "core/print.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::print_test {

namespace {

struct Row {
  std::int64_t value;
  const char* text;
};

constexpr std::int64_t kKi = 1024;
constexpr std::int64_t kMi = 1024 * kKi;
constexpr std::int64_t kGi = 1024 * kMi;
constexpr std::int64_t kTi = 1024 * kGi;
constexpr std::int64_t kPi = 1024 * kTi;

TEST_CASE("the nearest whole number in groups, or four digits where they end") {
  CHECK(print_nearest(1234.5) == "1,235");
  CHECK(print_nearest(-1234.4) == "-1,234");
  CHECK(print_nearest(0.2) == "0");
  CHECK(print_nearest(999'999'999'999'999) == "999,999,999,999,999");
  CHECK(print_nearest(1e15) == "1e+15");
  CHECK(print_nearest(7.2345e19) == "7.234e+19");
  CHECK(print_nearest(HUGE_VAL) == "inf");
}

TEST_CASE("the table's rounding in binary units") {
  const Row rows[] = {
      {0, "0"},
      {9059696640, "8.4 GiB"},         // 8.4375
      {9210691584, "8.6 GiB"},         // 8.578...
      {618475290624, "576 GiB"},       // exact
      {731250688, "697 MiB"},          // 697.375
      {10 * kGi, "10 GiB"},            // no decimals from here on
      {10 * kGi - 1, "10.0 GiB"},      // below the limit, one decimal
      {10 * kGi + kGi / 2, "11 GiB"},  // halves up
      {10 * kGi + kGi / 2 - 1, "10 GiB"},
      {kGi, "1.0 GiB"},
      {kGi - 1, "1024 MiB"},       // below a GiB: whole MiB
      {kGi + kGi / 4, "1.3 GiB"},  // 1.25
      {kGi + kGi / 4 - 1, "1.2 GiB"},
      {kMi + kMi / 2, "2 MiB"},
      {kMi + kMi / 2 - 1, "1 MiB"},
      {kMi, "1 MiB"},
      {kMi - 1, "1023.999 KiB"},  // less than a MiB is never 0
      {70272, "68.625 KiB"},
      {512, "512 B"},
      {1, "1 B"},
      {2 * kTi, "2048 GiB"},  // GiB is the table's largest unit
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(print_table_bytes(Bytes{row.value}, Units::binary) == row.text);
  }
}

TEST_CASE("the table's rounding in decimal units") {
  const Row rows[] = {
      {0, "0"},
      {9059696640, "9.1 GB"},
      {618475290624, "618 GB"},
      {731250688, "731 MB"},
      {10'000'000'000, "10 GB"},
      {9'999'999'999, "10.0 GB"},
      {10'500'000'000, "11 GB"},
      {10'499'999'999, "10 GB"},
      {1'000'000'000, "1.0 GB"},
      {999'999'999, "1000 MB"},
      {1'250'000'000, "1.3 GB"},
      {1'249'999'999, "1.2 GB"},
      {1'500'000, "2 MB"},
      {999'999, "999.999 kB"},
      {999, "999 B"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(print_table_bytes(Bytes{row.value}, Units::decimal) == row.text);
  }
}

TEST_CASE("a size for reading") {
  const Row binary[] = {
      {0, "0 B"},
      {1, "1 B"},
      {512, "512 B"},
      {1023, "1023 B"},
      {kKi, "1 KiB"},
      {kKi + 1, "1.001 KiB"},  // 1.0009765625
      {1536, "1.5 KiB"},
      {70272, "68.625 KiB"},
      {9210691584, "8.578 GiB"},  // 8.5781...
      {9059696640, "8.438 GiB"},  // 8.4375: half up
      {618475290624, "576 GiB"},
      {kTi, "1 TiB"},
      {kPi + kPi / 2, "1.5 PiB"},
      {8191 * kPi, "8191 PiB"},  // PiB is the largest unit
      {kGi - 1, "1024 MiB"},     // not yet 1 GiB, though it rounds to it
  };
  for (const Row& row : binary) {
    CAPTURE(row.value);
    CHECK(print_bytes(Bytes{row.value}, Units::binary) == row.text);
  }
  const Row decimal[] = {
      {0, "0 B"},
      {999, "999 B"},
      {1000, "1 kB"},
      {70272, "70.272 kB"},
      {1'000'500, "1.001 MB"},
      {1'000'499, "1 MB"},
      {80'000'000'000, "80 GB"},
      {2'500'000'000'000, "2.5 TB"},
      {1'000'000'000'000'000, "1 PB"},
  };
  for (const Row& row : decimal) {
    CAPTURE(row.value);
    CHECK(print_bytes(Bytes{row.value}, Units::decimal) == row.text);
  }
}

TEST_CASE("a size of more than 64 bits") {
  const Bytes size{(Wide{1} << 100) + (Wide{1} << 49)};  // 2^50 PiB and half a one
  CHECK(print_bytes(size, Units::binary) == "1125899906842624.5 PiB");
  CHECK(print_table_bytes(size, Units::binary) == "1180591620717411827712 GiB");  // 2^70 + 2^19
}

TEST_CASE("digits in groups of three") {
  const Row rows[] = {
      {0, "0"},
      {7, "7"},
      {999, "999"},
      {1000, "1,000"},
      {-7, "-7"},
      {-999, "-999"},
      {-1000, "-1,000"},
      {123456, "123,456"},
      {-123456, "-123,456"},
      {1234567, "1,234,567"},
      {9210691584, "9,210,691,584"},
      {std::numeric_limits<std::int64_t>::min(), "-9,223,372,036,854,775,808"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(print_grouped(row.value) == row.text);
  }
  CHECK(print_grouped(Wide{1} << 100) == "1,267,650,600,228,229,401,496,703,205,376");
  CHECK(print_grouped(-(Wide{1} << 100)) == "-1,267,650,600,228,229,401,496,703,205,376");
}

TEST_CASE("token counts as people say them") {
  const Row rows[] = {
      {0, "0"},
      {1, "1"},
      {1000, "1,000"},
      {1023, "1,023"},
      {1024, "1K"},
      {1025, "1,025"},
      {2048, "2K"},
      {3072, "3,072"},
      {4096, "4K"},
      {128000, "128,000"},  // 125 × 1024
      {131072, "128K"},
      {163840, "160K"},
      {200000, "200,000"},
      {202752, "198K"},
      {1000000, "1,000,000"},
      {1046528, "1022K"},
      {1048576, "1M"},
      {1050624, "1,050,624"},  // 513 × 2048
      {1572864, "1,572,864"},
      {10240000, "10,240,000"},
      {10485760, "10M"},
      {1073741824, "1024M"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(print_tokens(Tokens{row.value}) == row.text);
  }
}

TEST_CASE("parameter counts") {
  const Row rows[] = {
      {0, "0"},
      {999'999, "999999"},
      {1'000'000, "1M"},
      {124'439'808, "124.44M"},
      {350'000'000, "350M"},
      {45'900'000'000, "45.9B"},
      {671'000'000'000, "671B"},
      {1'040'000'000'000, "1.04T"},
      {1'005'000'000, "1.01B"},  // half up
      {1'004'999'999, "1B"},
      {1'000'000'000'000, "1T"},
      {2'800'000'000'000'000, "2800T"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(print_parameters(row.value) == row.text);
  }
}

}  // namespace

}  // namespace kvtally::print_test
