#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::format_choices_test {

namespace {

using Json = nlohmann::json;
using test::Words;

Json plan(Words words) {
  words.insert(words.begin(), "plan");
  words.insert(words.end(), {"-o", "json"});
  return Json::parse(test::output_of(words));
}

TEST_CASE("each choice of formats has a front of its own") {
  const Words asked{"llama-3.1-8b", "--on", "h100-sxm", "-u", "8", "-c", "8K", "--max-devices", "2"};
  const auto with = [&](const std::string& weights, const std::string& entries) {
    Words words = asked;
    words.insert(words.end(), {"--weight-dtype", weights, "--kv-dtype", entries});
    return plan(words);
  };
  const Json both = with("bf16;fp8;bf16", " fp8; bf16");  // once named twice
  CHECK(both["considered"] == 4 * with("bf16", "bf16")["considered"].get<int>());
  std::size_t alone = 0;
  for (const std::string weights : {"bf16", "fp8"}) {
    for (const std::string entries : {"bf16", "fp8"}) {
      alone += with(weights, entries)["front"].size();
    }
  }
  CHECK(both["front"].size() == alone);
  CHECK(both["comparisons"].size() == 1);
  CHECK(with("bf16", "bf16")["comparisons"].empty());
}

TEST_CASE("what is asked besides holds in each") {
  const Words asked{"deepseek-v3", "--on", "h200-sxm",       "-u",      "1", "-c", "1K",
                    "--tp",        "8",    "--weight-dtype", "bf16;fp8"};
  Words words = asked;
  words.emplace_back("--whole-weights");
  const Json chosen = plan(asked)["front"];
  const Json whole = plan(words)["front"];
  REQUIRE(chosen.size() == 1);  // bf16 has no room
  REQUIRE(whole.size() == 1);
  CHECK(whole[0]["weights"] == "fp8_e4m3");
  CHECK(whole[0]["token_seconds"].get<double>() > 5 * chosen[0]["token_seconds"].get<double>());
}

}  // namespace

}  // namespace kvtally::format_choices_test
