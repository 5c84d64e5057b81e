#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::plan_test {

namespace {

using Json = nlohmann::json;
using test::Words;

Json plan(Words words) {
  words.insert(words.begin(), "plan");
  words.insert(words.end(), {"-o", "json"});
  return Json::parse(test::output_of(words));
}

TEST_CASE("a plan in every format") {
  for (const std::string format : {"table", "wide", "markdown", "csv", "json"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/plan." + format,
                       test::output_of({"plan", "llama-3.1-8b", "--on", "h100-sxm,price=2.5", "-u", "64", "-c",
                                        "8K", "--tpot", "20ms", "--max-devices", "8", "-o", format}));
  }
}

TEST_CASE("prompts apart, several formats and devices") {
  test::check_golden("tests/golden/cli/plan-apart.table",
                     test::output_of({"plan",     "deepseek-v3", "--on",     "h200-sxm,b200-sxm",
                                      "-u",       "256",         "--prompt", "8K",
                                      "--output", "1K",          "--apart",  "--ttft",
                                      "2s",       "--tpot",      "50ms",     "--weight-dtype",
                                      "bf16;fp8", "--kv-dtype",  "bf16;fp8", "--max-devices",
                                      "16"}));
}

TEST_CASE("the price by hand") {
  // 2 devices at $2.50; 64 users, a token each 12.57 ms: $5 ÷ 3600 s × 0.01257 s ÷ 64 × 10⁶ = $0.273
  const Json first = plan(
      {"llama-3.1-8b", "--on", "h100-sxm,price=2.5", "-u", "64", "-c", "8K", "--max-devices", "2"})["front"][0];
  CHECK(first["devices"] == 2);
  CHECK(first["token_seconds"].get<double>() == doctest::Approx(0.01257).epsilon(1e-3));
  CHECK(first["dollars_per_million_tokens"].get<double>() == doctest::Approx(0.273).epsilon(2e-3));
}

TEST_CASE("prompts on the same devices make tokens slower, apart they need more devices") {
  const Words asked{"llama-3.1-8b", "--on",     "h100-sxm", "-u",   "64", "--prompt",
                    "4K",           "--output", "1K",       "--tp", "2"};
  const Json together = plan(asked)["front"][0];
  Words apart_words = asked;
  apart_words.emplace_back("--apart");
  const Json apart = plan(apart_words)["front"][0];
  CHECK(together["prefill"].is_null());
  // 64 prompts for each 1024 tokens
  const double share = 64.0 / 1024 * together["first_token_seconds"].get<double>();
  CHECK(together["token_seconds"].get<double>() ==
        doctest::Approx(together["step_seconds"].get<double>() + share));
  CHECK(apart["token_seconds"] == together["step_seconds"]);
  // whatever decodes, the prompts' replicas are those that need fewest devices: of one device each
  CHECK(apart["placement"]["tp"] == 2);
  CHECK(apart["prefill"]["placement"]["devices"] == 1);
  const Json one = plan({"llama-3.1-8b", "--on", "h100-sxm", "-u", "64", "--prompt", "4K", "--output", "1K",
                         "--tp", "1", "--dp", "2"})["front"][0];
  const double seconds = one["first_token_seconds"].get<double>();
  const double busy = 64 / (1024 * apart["step_seconds"].get<double>()) * seconds;
  CHECK(apart["prefill"]["replicas"] == static_cast<int>(std::ceil(busy)));
  CHECK(apart["devices"] == 2 + apart["prefill"]["devices"].get<int>());
  // 4096 × 128 KiB over 450 GB/s
  CHECK(apart["first_token_seconds"].get<double>() == doctest::Approx(seconds + 4096.0 * 131072 / 450e9));
}

TEST_CASE("all devices, one of them with other figures") {
  const Words asked{"llama-3.1-8b", "-u", "1", "-c", "8K", "--max-devices", "1", "--each-device"};
  const auto on = [&](const std::string& devices) {
    Words words = asked;
    words.insert(words.end(), {"--on", devices});
    return plan(words);
  };
  const Json all = on("all");
  CHECK(on("all,h100-sxm")["considered"] == all["considered"]);
  CHECK(on("h100-sxm,all,h100-sxm")["considered"] == all["considered"]);
  CHECK(on("h100-sxm,h100-sxm")["considered"] == on("h100-sxm")["considered"]);
  int priced = 0;
  const Json other = on("all,h100-sxm,price=2.5");
  for (const Json& each : other["front"]) {
    priced += each["dollars_per_million_tokens"].is_null() ? 0 : 1;
  }
  CHECK(priced == 1);
}

TEST_CASE("percentiles need less than the longest alone") {
  const Json mixed = plan({"llama-3.1-8b", "--on", "h100-sxm", "-u", "100", "-c", "p50=4K,p95=32K,p100=128K"});
  CHECK(mixed["contexts"].size() == 3);
  // (4096 × 500 + 32768 × 450 + 131072 × 50) ÷ 1000, rounded up
  CHECK(mixed["prompt_tokens"] == 23348);
  const Json longest = plan({"llama-3.1-8b", "--on", "h100-sxm", "-u", "100", "-c", "128K"});
  CHECK(mixed["front"][0]["devices"] < longest["front"][0]["devices"]);
}

TEST_CASE("each device has a front of its own") {
  const Words asked{"llama-3.1-8b",  "--on", "rtx-4090,rtx-5090,h100-sxm", "-u", "1", "-c", "8K",
                    "--max-devices", "4"};
  Words each = asked;
  each.emplace_back("--each-device");
  const auto devices = [](const Json& out) {
    std::set<std::string> names;
    for (const Json& c : out["front"]) {
      names.insert(c["on"].get<std::string>());
    }
    return names;
  };
  CHECK(devices(plan(asked)) == std::set<std::string>{"h100-sxm"});
  CHECK(devices(plan(each)) == std::set<std::string>{"h100-sxm", "rtx-4090", "rtx-5090"});
}

TEST_CASE("a thousand users of gpt-oss-120b on everything that is known") {
  const Json out = plan({"gpt-oss-120b", "--on", "all", "-u", "1000", "-c", "32K"});
  CHECK(out["considered"] > 40'000);
  CHECK(out["front"].size() > 50);
  CHECK(out["rejected"][0]["class"] == "device");  // a device without a published memory
}

TEST_CASE("states alone, and a context of a million tokens") {
  const Json states = plan({"rwkv-7", "--on", "h100-sxm", "-u", "100", "-c", "1M", "--max-devices", "1"});
  CHECK(states["front"][0]["device"]["cache_bytes"] == 0);
  CHECK(states["front"][0]["most_users"] == plan({"rwkv-7", "--on", "h100-sxm", "-u", "100", "-c", "1K",
                                                  "--max-devices", "1"})["front"][0]["most_users"]);
  CHECK(plan({"llama-4-scout", "--on", "b200-sxm", "-u", "1", "-c", "1M"})["front"][0]["devices"] > 1);
}

TEST_CASE("the answer is no: exit code 1, with the reasons") {
  const Words asked{"plan", "deepseek-v3", "--on", "rtx-4090", "-u", "1000", "-c", "128K"};
  std::string all;
  for (const std::string format : {"table", "wide", "csv"}) {
    Words words = asked;
    words.insert(words.end(), {"-o", format});
    const auto out = test::kvtally(words);
    CHECK(out.exit_code == 1);
    CHECK(out.err.empty());
    all += "-o " + format + "\n" + out.out + "\n";
  }
  const auto late = test::kvtally(
      {"plan", "llama-3.1-8b", "--on", "h100-sxm", "-u", "8", "-c", "8K", "--tpot", "1ms", "--ttft", "1ms"});
  CHECK(late.exit_code == 1);
  all += late.out + "\n";
  const auto decimal = test::kvtally(
      {"plan", "llama-3.1-8b", "--on", "rtx-4090", "-u", "8", "-c", "8K", "--max-devices", "1", "--si"});
  CHECK(decimal.exit_code == 1);
  all += decimal.out + "\n";
  const auto one = test::kvtally({"plan", "llama-3.1-8b", "--on", "h100-sxm", "-u", "8", "-c", "8K", "--tp", "3"});
  CHECK(one.exit_code == 1);
  test::check_golden("tests/golden/cli/plan-none.txt", all + one.out);
}

TEST_CASE("what is refused") {
  const Words base{"plan", "llama-3.1-8b", "--on", "h100-sxm", "-u", "1"};
  const auto with = [&](const Words& more) {
    Words out = base;
    out.insert(out.end(), more.begin(), more.end());
    return out;
  };
  test::check_golden("tests/golden/cli/wrong-plans.txt",
                     test::refusals({{"plan"},
                                     {"plan", "llama-3.1-8b", "-u", "1"},
                                     {"plan", "llama-3.1-8b", "--on", "h100-sxm"},
                                     {"plan", "llama-3.1-8b", "--on", "h100", "-u", "1"},
                                     {"plan", "llama-3.1-8b", "--on", "h100-sxm", "-u", "0"},
                                     {"plan", "lama-3.1-8b", "--on", "h100-sxm", "-u", "1"},
                                     {"plan", "rwkv-7", "--on", "h100-sxm", "-u", "1"},
                                     with({"--apart"}),
                                     with({"--output", "1K"}),
                                     with({"--ttft", "5", "--tpot", "-1ms", "--max-devices", "0"}),
                                     with({"--weight-dtype", "bf16;fp9", "--kv-dtype", "fp8;bf17"}),
                                     with({"--weight-dtype", ";"}),
                                     with({"--weight-dtype", "bf16;fp8", "--kv-dtype", "bf17;", "--active", "x"}),
                                     {"plan", "llama-3.1-8b", "--on", "all,h100", "-u", "1"},
                                     {"plan", "llama-3.1-8b", "--on", "all,price=2", "-u", "1"},
                                     with({"-c", "p50=4K,p95=2K"}),
                                     with({"--ep", "3"}),
                                     with({"-o", "yaml"})}));
}

}  // namespace

}  // namespace kvtally::plan_test
