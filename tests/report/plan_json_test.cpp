#include <doctest/doctest.h>

#include "report/json.hpp"
#include "report/plans.hpp"

namespace kvtally::plan_json_test {

namespace {

Json document_of(const PlanSheet& sheet) {
  Json out = Json::parse(json_of(sheet));
  CHECK(out["schema"] == "kvtally.plan/1");
  return out;
}

TEST_CASE("the fields of a plan") {
  const PlanSheet sheet = test::small_plan();
  const Json out = document_of(sheet);
  CHECK(out["id"] == "m");
  CHECK(out["users"] == 4);
  CHECK(out["contexts"] == Json::parse(R"([{"context_tokens": 100, "up_to": 1, "out_of": 1}])"));
  CHECK(out["prompt_tokens"] == 100);
  CHECK(out["samples"] == 1);
  CHECK(out["shared_prefix_tokens"] == 0);
  CHECK(out["prompts_apart"] == false);
  CHECK(out["achieved"] == false);
  CHECK(out["token_seconds_at_most"].is_null());
  CHECK(out["first_token_seconds_at_most"].is_null());
  CHECK(out["most_devices"] == 2);
  CHECK(out["placement"].is_null());
  CHECK(out["each_device"] == false);
  CHECK(out["considered"] == sheet.plan.considered);
  CHECK(out["meeting"] == sheet.plan.meeting);
  CHECK(out["assumptions"] == Json::parse(R"(["entries in bf16"])"));
  CHECK(out["notes"].empty());
  CHECK(out["comparisons"].empty());
}

TEST_CASE("the fields of a candidate") {
  const PlanSheet sheet = test::small_plan();
  const Json out = document_of(sheet);
  REQUIRE(out["front"].size() == sheet.plan.front.size());
  const PlanCandidate& c = sheet.plan.front.front();
  const Json& first = out["front"][0];
  CHECK(first["devices"] == 1);
  CHECK(first["prefill"].is_null());
  CHECK(first["on"] == "a");
  CHECK(first["placement"]["tp"] == 1);
  CHECK(first["weights"] == "bf16");
  CHECK(first["kv_dtype"] == "bf16");
  CHECK(first["step_seconds"] == c.step.value);
  CHECK(first["token_seconds"] == c.token.value);
  CHECK(first["first_token_seconds"] == c.first_token.value);
  CHECK(first["most_users"] == c.most_users);
  CHECK(first["device"]["total_bytes"] == static_cast<std::int64_t>(c.memory.total().value));
  CHECK(first["dollars_per_million_tokens"].is_null());
}

TEST_CASE("limits, a placement, a price") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 400'000));
  q.token = Seconds{1};
  q.first_token = Seconds{2};
  q.placement = Placement{2, 1, 1, 1, 1};
  q.devices.front().price = 1500;
  const Json out = document_of(test::sheet_of(q));
  CHECK(out["token_seconds_at_most"] == 1.0);
  CHECK(out["first_token_seconds_at_most"] == 2.0);
  CHECK(out["placement"]["tp"] == 2);
  CHECK(out["front"][0]["dollars_per_million_tokens"].get<double>() ==
        doctest::Approx(2 * 1.5 / 3600 * out["front"][0]["token_seconds"].get<double>() / 4 * 1e6));
}

TEST_CASE("replicas for prompts") {
  PlanQuestion q = test::growing(test::kDense, test::device("a", 400'000), 2, 10, 10);
  q.apart = true;
  q.formats.push_back(test::formats(test::kDense, "fp8"));
  const PlanSheet sheet = test::sheet_of(q);
  const Json out = document_of(sheet);
  const PlanCandidate& c = sheet.plan.front.front();
  const Json& prefill = out["front"][0]["prefill"];
  CHECK(prefill["placement"]["tp"] == c.prompts->placement.tp);
  CHECK(prefill["replicas"] == c.prompts->replicas);
  CHECK(prefill["devices"] == c.prompts->devices());
  CHECK(prefill["first_token_seconds"] == c.first_token.value);
  CHECK(out["front"][0]["devices"] == c.placement.devices() + c.prompts->devices());
  CHECK(out["comparisons"].size() == 1);
}

TEST_CASE("refusals by class") {
  PlanSheet sheet = test::small_plan();
  sheet.plan.rejected.clear();
  for (const Rejected of : {Rejected::device, Rejected::placement, Rejected::domain, Rejected::memory,
                            Rejected::prompts, Rejected::devices, Rejected::token, Rejected::first_token}) {
    sheet.plan.rejected.push_back({of, "why", 3});
  }
  std::vector<std::string> classes;
  const Json out = document_of(sheet);
  for (const Json& each : out["rejected"]) {
    CHECK(each["why"] == "why");
    CHECK(each["candidates"] == 3);
    classes.push_back(each["class"]);
  }
  CHECK(classes == std::vector<std::string>{"device", "placement", "domain", "memory", "prompts", "devices",
                                            "token", "first_token"});
}

}  // namespace

}  // namespace kvtally::plan_json_test
