#include "report/logs.hpp"
#include "support/golden.hpp"

namespace kvtally::log_json_test {

namespace {

TEST_CASE("kvtally.log/1, with a model and without") {
  const std::vector<std::string> lines{"small_cache: 9000 tokens", "small_cache: 1119.13 MiB"};
  test::check_golden("tests/golden/report/log.json",
                     json_of(test::small_log(lines, std::nullopt)) + json_of(test::small_log(lines, "-c 8K")));
}

}  // namespace

}  // namespace kvtally::log_json_test
