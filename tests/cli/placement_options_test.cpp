#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::placement_options_test {

namespace {

using Json = nlohmann::json;

Json shown(const test::Words& words) {
  test::Words all{"show"};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), {"-o", "json"});
  return Json::parse(test::output_of(all))["models"][0];
}

TEST_CASE("show on 16 and on 8 devices") {
  const Json llama = shown({"llama-3.1-70b", "-c", "128K", "--tp", "16"});
  CHECK(llama["device_bytes"] == 5368709120);
  CHECK(llama["all_devices_bytes"] == 85899345920);
  CHECK(llama["kv_bytes"] == 42949672960);
  CHECK(llama["placement"] == Json{{"tp", 16}, {"cp", 1}, {"pp", 1}, {"dp", 1}, {"ep", 1}, {"devices", 16}});
  const Json deepseek = shown({"deepseek-v3", "-c", "128K", "--tensor-parallel-size", "8"});
  CHECK(deepseek["device_bytes"] == 9210691584);
  CHECK(deepseek["all_devices_bytes"] == 73685532672);
}

TEST_CASE("stages of a pipeline, and requests over data-parallel groups") {
  const Json out = shown({"deepseek-v3", "-c", "128K", "--pp", "4", "--dp", "2", "-b", "3"});
  CHECK(out["stages"].size() == 4);
  CHECK(out["stages"][3] ==
        Json{{"first_layer", 48}, {"layers", 13}, {"device_bytes", 2 * std::int64_t{13} * 131072 * 1152}});
  CHECK(out["all_devices_bytes"] == 3 * 9210691584);
}

TEST_CASE("without a placement the sheet has no word of devices") {
  const Json out = shown({"deepseek-v3", "-c", "128K"});
  CHECK_FALSE(out.contains("placement"));
  CHECK_FALSE(out.contains("device_bytes"));
}

TEST_CASE("one device is a placement") {
  CHECK(shown({"deepseek-v3", "-c", "128K", "--tp", "1"})["device_bytes"] == 9210691584);
}

TEST_CASE("the sheet and the tables") {
  test::check_golden("tests/golden/cli/show-placed.text",
                     test::output_of({"show", "llama-3.1-70b", "-c", "128K", "--tp", "4", "--pp", "3"}));
  for (const std::string format : {"wide", "markdown", "csv"}) {
    test::check_golden(
        "tests/golden/cli/show-placed." + format,
        test::output_of({"show", "deepseek-v3", "llama-3.1-70b", "-c", "128K", "--tp", "16", "-o", format}));
  }
}

TEST_CASE("what is refused") {
  test::check_golden("tests/golden/cli/placement-refusals.txt",
                     test::refusals({
                         {"show", "deepseek-v3", "--tp", "0"},
                         {"show", "deepseek-v3", "--tp", "many", "--pp", "-1"},
                         {"show", "deepseek-v3", "--tp", "3"},
                         {"show", "llama-3.1-70b", "--tp", "12"},
                         {"show", "deepseek-v3", "--tp", "8", "--ep", "3"},
                         {"show", "deepseek-v3", "--pp", "100"},
                         {"show", "llama-3.1-70b", "--ep", "2", "--dp", "2"},
                         {"show", "deepseek-v3", "--tp", "65536", "--pp", "65536"},
                     }));
}

}  // namespace

}  // namespace kvtally::placement_options_test
