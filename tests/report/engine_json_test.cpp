#include "report/engine_sheets.hpp"
#include "report/json.hpp"
#include "support/golden.hpp"

namespace kvtally::engine_json_test {

namespace {

TEST_CASE("kvtally.engine/1") {
  test::check_golden("tests/golden/report/engine.json",
                     json_of(test::small_sheet("gemma-3-27b", "-c 8K -b 3 --tp 2 --padded")));
}

TEST_CASE("the causes of the document lead from need to what is allocated") {
  const Json json = Json::parse(json_of(test::small_sheet("gemma-3-27b", "-c 8K --padded")));
  std::int64_t sum = json["needed_bytes"].get<std::int64_t>();
  for (const Json& cause : json["reconciliation"]) {
    sum += cause["bytes"].get<std::int64_t>();
  }
  CHECK(sum == json["allocated_bytes"].get<std::int64_t>());
  std::int64_t held = 0;
  for (const Json& group : json["groups"]) {
    held += group["bytes"].get<std::int64_t>();
  }
  CHECK(held == sum);
}

TEST_CASE("an engine that does not start allocates nothing that could be told") {
  const Json json = Json::parse(json_of(test::small_sheet("gemma-3-27b", "-c 8K --memory 1MiB")));
  CHECK(json["allocated_bytes"].is_null());
  CHECK(json["reconciliation"].empty());
  CHECK(json["refusal"] == "Small: 1107296256 B of cache do not fit into 1048576 B");
}

TEST_CASE("kvtally.engines/1") {
  test::check_golden("tests/golden/report/engines.json", json_of(test::small_comparison()));
}

}  // namespace

}  // namespace kvtally::engine_json_test
