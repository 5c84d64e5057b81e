#include "report/plan.hpp"

#include <doctest/doctest.h>

#include "report/plans.hpp"

namespace kvtally::plan_test {

namespace {

using test::small_plan;

std::vector<std::string> keys(const Table& table) {
  std::vector<std::string> out;
  for (const Column& column : table.columns) {
    out.push_back(column.key);
  }
  return out;
}

TEST_CASE("a row has what is shown and what programs read") {
  const PlanSheet sheet = small_plan();
  const Table table = table_of(sheet, Units::binary);
  CHECK(keys(table) == std::vector<std::string>{"devices", "on", "placement", "token_seconds",
                                                "first_token_seconds", "most_users", "fullest_device_bytes"});
  REQUIRE(table.rows.size() == sheet.plan.front.size());
  const PlanCandidate& c = sheet.plan.front.front();
  const std::vector<Cell>& row = table.rows.front();
  CHECK(row[0].text == "1");
  CHECK(row[1].text == "a");
  CHECK(row[2].text == "TP 1");
  CHECK(row[3].text == print_seconds(c.token));
  CHECK(std::stod(row[3].raw) == doctest::Approx(c.token.value));
  CHECK(row[5].raw == std::to_string(c.most_users));
  CHECK(row[6].raw == fmt::format("{}", c.memory.total().value));
  CHECK(table.notes.empty());
}

TEST_CASE("columns that say nothing are left out") {
  PlanQuestion q = test::growing(test::kDense, test::device("a", 400'000), 2, 10, 10);
  q.most_devices = 4;
  q.apart = true;
  q.devices.front().price = 1000;
  q.formats.push_back(test::formats(test::kDense, "fp8"));
  const PlanSheet sheet = test::sheet_of(q);
  const Table table = table_of(sheet, Units::binary);
  CHECK(keys(table) == std::vector<std::string>{"devices", "on", "placement", "prefill", "prefill_devices",
                                                "prefill_replicas", "prefill_placement", "weights", "kv_dtype",
                                                "token_seconds", "first_token_seconds", "most_users",
                                                "fullest_device_bytes", "dollars_per_million_tokens"});
  CHECK(table.notes == sheet.plan.comparisons);
  CHECK(table.notes.size() == 1);
}

TEST_CASE("replicas for prompts: one cell for people, three for programs") {
  PlanQuestion q = test::growing(test::kDense, test::device("a", 400'000), 2, 10, 10);
  q.most_devices = 4;
  q.apart = true;
  PlanSheet sheet = test::sheet_of(q);
  sheet.plan.front.front().prompts = PromptReplicas{Placement{2, 1, 3, 1, 1}, 5};
  const std::vector<Cell> row = table_of(sheet, Units::binary).rows.front();
  CHECK(row[3].text == "30: 5 x (TP 2, PP 3)");
  CHECK(row[4].text == "30");
  CHECK(row[5].text == "5");
  CHECK(row[6].text == "TP 2, PP 3");
  CHECK(write_csv(table_of(sheet, Units::binary)).find("devices,on,placement,prefill_devices,") == 0);
  CHECK(write_wide(table_of(sheet, Units::binary), Look{}).find("For prompts") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::plan_test
