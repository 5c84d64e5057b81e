#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::memory_device_test {

namespace {

TEST_CASE("the memory of a device, or as the user knows it, is the same in compare and curve") {
  const test::Words one{"compare", "deepseek-v3", "llama-2-7b", "-c", "4K", "--on", "h100-sxm,memory=79.5GiB"};
  const test::Words other{"curve", "deepseek-v3", "--on", "h100-sxm,memory=79.5GiB"};
  const auto device = [](test::Words words, bool of_model) {
    words.insert(words.end(), {"-o", "json"});
    const auto out = nlohmann::json::parse(test::output_of(words));
    return of_model ? out["models"][0]["device"] : out["device"];
  };
  CHECK(device(one, false) == device(other, true));
  CHECK(device(one, false)["id"] == "h100-sxm, memory=79.5GiB");
  CHECK(device(one, false)["usable_bytes"] == 85362475008);
}

TEST_CASE("a device that is unknown") {
  const auto refused = test::kvtally({"curve", "deepseek-v3", "--on", "h1000-sxm"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("h1000-sxm") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::memory_device_test
