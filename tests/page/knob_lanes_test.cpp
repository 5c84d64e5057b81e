#include "page/knob_lanes.hpp"

#include "model/mixture.hpp"
#include "page/lecture.hpp"

namespace kvtally::knob_lanes_test {

namespace {

TEST_CASE("months are counted") {
  CHECK(month_of("2026-04") - month_of("2025-10") == 6);
  CHECK(month_of("2020-01") == 24240);
}

TEST_CASE("a model's lane") {
  const test::Lecture lecture;
  const auto lane = [&](const std::string& id) { return lane_of(lecture.describe()(id)->model); };
  CHECK(lane("gpt-3-175b") == KnobLane::entry);
  CHECK(lane("hunyuan-large") == KnobLane::entry);
  CHECK(lane("gemma-3-27b") == KnobLane::positions);
  CHECK(lane("deepseek-v4-flash") == KnobLane::positions);
  CHECK(lane("jamba-v0.1") == KnobLane::growth);
  CHECK(lane("glm-5.3-flash") == KnobLane::both);
  CHECK(shares_layers(lecture.describe()("hunyuan-large")->model));
  CHECK_FALSE(shares_layers(lecture.describe()("glm-5.2")->model));
}

TEST_CASE("models by date, with what is new in each, and the longest times without") {
  const test::Lecture lecture;
  const auto rows = table_rows(lecture.sources(), {});
  const auto models = by_date(*rows);
  REQUIRE(models.size() == 44);
  CHECK(models[0].fresh == std::vector<std::string>{"MHA"});
  CHECK(models[2].fresh.empty());  // Llama 1: MHA again
  const auto* pro = first_where(models, [](const Model& model) { return model.id == "deepseek-v4-pro"; });
  REQUIRE(pro != nullptr);
  CHECK(pro->fresh == std::vector<std::string>{"HCA", "CSA"});
  CHECK(first_where(models, [](const Model&) { return false; }) == nullptr);

  const Gap all = longest_gap(models, "");
  CHECK(all.months == 23);
  CHECK(all.spans == std::vector<std::pair<std::string, std::string>>{{"2020-05", "2022-04"}});
  const Gap late = longest_gap(models, "2024-03");
  CHECK(late.months == 6);
  CHECK(late.spans ==
        std::vector<std::pair<std::string, std::string>>{{"2024-05", "2024-11"}, {"2025-10", "2026-04"}});
  CHECK(longest_gap(models, "2027-01").spans.empty());
}

}  // namespace

}  // namespace kvtally::knob_lanes_test
