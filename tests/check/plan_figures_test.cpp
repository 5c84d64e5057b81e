#include "check/asking.hpp"

namespace kvtally::plan_figures_test {

namespace {

using test::ask;

const std::string kV3 = ", model: deepseek-v3, context: 128K, users: 32, on: h200-sxm";

TEST_CASE("the smallest deployment, as `kvtally plan` prints it first") {
  const std::string rest = kV3 + ", tpot: 50 ms";
  CHECK(ask("figure: plan.devices" + rest) == "8 devices");
  CHECK(ask("figure: plan.placement" + rest) == "TP 1, DP 8, EP 8");
  CHECK(ask("figure: plan.most_users" + rest) == "32 users");
  CHECK(ask("figure: plan.token_seconds" + rest) == "0.0235622 seconds");
  CHECK(ask("figure: plan.token_seconds" + rest) == ask("figure: plan.step_seconds" + rest));
  CHECK(ask("figure: plan.first_token_seconds" + rest) == "49.9046 seconds");
  CHECK(ask("figure: plan.considered" + rest) == "700");
  CHECK(ask("figure: plan.meeting" + rest) == "404");
}

TEST_CASE("a placement of one's own, and what a device of it holds") {
  const std::string rest = ", model: llama-2-7b, context: 4K, users: 4, on: h100-sxm, tp: 2";
  CHECK(ask("figure: plan.placement" + rest) == "TP 2");
  CHECK(ask("figure: plan.considered" + rest) == "1");
  CHECK(ask("figure: plan.device_bytes, reserve: 0 %" + rest) < ask("figure: plan.device_bytes" + rest));
}

TEST_CASE("without a deployment: why the candidates do not do") {
  CHECK(ask("figure: plan.devices, tpot: 1 ms, tp: 8" + kV3).starts_with("no deployment does: "));
  CHECK(ask("figure: plan.devices, max_devices: 4" + kV3).find("too little memory") != std::string::npos);
}

TEST_CASE("what is refused") {
  CHECK(ask("figure: plan.devices, tpot: 50 tokens" + kV3) == "tpot is 50 tokens");
  CHECK(ask("figure: plan.devices, ttft: soon" + kV3) == "'soon': it does not start with a digit");
  CHECK(ask("figure: plan.devices, max_devices: 5000" + kV3).starts_with("max_devices is "));
  CHECK(ask("figure: plan.devices, model: llama-2-7b, context: 4K") == "the key 'on' is missing");
}

}  // namespace

}  // namespace kvtally::plan_figures_test
