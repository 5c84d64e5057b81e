#include "report/logs.hpp"
#include "support/golden.hpp"

namespace kvtally::log_test {

namespace {

const std::vector<std::string> kLines{"small_cache: 9000 tokens", "small_cache: 1119.13 MiB"};

TEST_CASE("what lines mean, in bytes") {
  const LogSheet sheet = test::small_log(kLines, std::nullopt);
  CHECK(agrees(sheet));
  test::check_golden("tests/golden/report/log.txt", text_of(sheet, Units::binary, {false, 80}));
}

TEST_CASE("whether they agree with what is computed") {
  // 8192 tokens are padded to 9000: 1,173,487,616 bytes and 64
  const LogSheet padded = test::small_log(kLines, "-c 8K --padded");
  CHECK(agrees(padded));
  const LogSheet plain = test::small_log(kLines, "-c 8K");
  CHECK_FALSE(agrees(plain));
  test::check_golden(
      "tests/golden/report/log-computed.txt",
      text_of(padded, Units::binary, {false, 80}) + "\n----\n\n" + text_of(plain, Units::binary, {false, 80}));
}

}  // namespace

}  // namespace kvtally::log_test
