#include "cli/engine_names.hpp"
#include "support/golden.hpp"

namespace kvtally::engine_cache_options_test {

namespace {

test::Words fit(const test::Words& more) {
  test::Words words{"fit", "gemma-3-27b", "--on", "h100-sxm", "-c", "32K"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_CASE("what is wrong with an engine beside a deployment") {
  CHECK(test::refusal(fit({"--engine", "none"})).find("--engine: 'none' is no engine") != std::string::npos);
  CHECK(test::refusal(fit({"--engine-flags", "-x"})).find("there is no engine whose they are") !=
        std::string::npos);
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    const auto refusal = [&](const test::Words& more) {
      test::Words words{"--engine", std::string(engine.name)};
      words.insert(words.end(), more.begin(), more.end());
      return test::refusal(fit(words));
    };
    CHECK(refusal({"--engine-flags", "--nothing-such 3"}).find("unknown flag '--nothing-such'") !=
          std::string::npos);
    CHECK(refusal({"--engine-flags", "--context 8"}).find("is what users, contexts and placement say") !=
          std::string::npos);
    CHECK(refusal({"--kv-dtype", "fp8"}).find("formats of an engine's cache are among its flags") !=
          std::string::npos);
    CHECK(refusal({"--shared-prefix", "1K"}).find("requests of one length that share nothing") !=
          std::string::npos);
  }
}

TEST_CASE("a fit and a plan with an engine's cache") {
  KVTALLY_NEEDS_ENGINE("vllm")
  test::check_golden("tests/golden/cli/fit-engine.txt",
                     test::output_of(fit({"-u", "16", "--engine", "vllm", "--engine-flags", "--block-size 32"})));
  const std::string plan = test::output_of({"plan", "gemma-3-27b", "--on", "h100-sxm", "-c", "32K", "-u", "16",
                                            "--max-devices", "4", "--engine", "vllm", "-o", "json"});
  CHECK(plan.find("\"engine\": \"vllm\"") != std::string::npos);
  CHECK(plan.find("\"engine_flags\": \"\"") != std::string::npos);
}

// A fit asks for more than the account where the engine holds more.
TEST_CASE("fewer users fit where the engine holds more than the model needs") {
  KVTALLY_NEEDS_ENGINE("vllm")
  const auto users = [](const test::Words& more) {
    test::Words words = fit({"--tp", "2", "-o", "json"});
    words.insert(words.end(), more.begin(), more.end());
    const std::string json = test::output_of(words);
    const std::size_t at = json.find("\n  \"users\": ") + 12;
    return std::stoll(json.substr(at, json.find(',', at) - at));
  };
  CHECK(users({"--engine", "vllm"}) < users({}));
}

}  // namespace

}  // namespace kvtally::engine_cache_options_test
