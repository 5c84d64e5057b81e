#include "plan/weight_division.hpp"

#include <algorithm>

#include "plan/loads.hpp"

namespace kvtally::weight_division_test {

namespace {

WeightLoad stored(WeightPart part, std::int64_t bytes, std::int64_t copies = 1, std::int64_t active = 1) {
  WeightLoad load;
  load.from = "the headers of 1 file";
  load.groups.push_back({part, "", "stored", 1, copies, active, Bytes{bytes}, {}, "bf16"});
  return load;
}

Wide device_bytes(const Model& model, const WeightLoad& load, const Placement& placement) {
  return test::all(test::stages(model, load, placement).front().weights);
}

TEST_CASE("what a file stores of a part is divided like the computed tensors of it") {
  const Model model = test::model_of("llama-3.1-70b");
  // A layer's attention: 8192 × (2 × 8192 + 2 × 1024). On 16 devices: 8192 × (2 × 512 + 2 × 128).
  CHECK(device_bytes(model, stored(WeightPart::attention, 18432000), {.tp = 16}) == 1280000);
  CHECK(device_bytes(model, stored(WeightPart::feed_forward, 16000), {.tp = 16}) == 1000);
  CHECK(device_bytes(model, stored(WeightPart::norm, 16000), {.tp = 16}) == 16000);
  CHECK(device_bytes(model, stored(WeightPart::embedding, 16000), {.tp = 16}) == 1000);
  const Stage stage = test::stages(model, stored(WeightPart::attention, 18432000), {.tp = 16}).front();
  CHECK(
      stage.weights.assumptions ==
      std::vector<std::string>{"the headers of 1 file: attention weights are divided like the computed ones, all "
                               "together"});
  CHECK(test::stages(model, stored(WeightPart::attention, 18432000), {}).front().weights.assumptions.empty());
}

TEST_CASE("stored experts, and parts of a pipeline") {
  const Model model = test::model_of("deepseek-v3");
  CHECK(device_bytes(model, stored(WeightPart::experts, 1024, 256, 8), {.tp = 8, .dp = 2, .ep = 16}) == 16 * 1024);
  const auto stages = test::stages(model, stored(WeightPart::norm, 61000), {.pp = 61});
  CHECK(test::all(stages[30].weights) == 1000);
}

TEST_CASE("stored weights of a model whose parameters are not known do not divide") {
  Model model = test::model_of("llama-3.1-70b");
  model.weights = {};
  CHECK(test::refused(model, {.tp = 4}, stored(WeightPart::attention, 1000)) ==
        "how the stored attention weights divide over tp 4 is not known: the description lacks weights");
  CHECK(test::refused(model, {.pp = 4}, stored(WeightPart::attention, 1000)).empty());
}

TEST_CASE("a tensor that the description names and no rule knows is whole on each device, and that is said") {
  Model model = test::model_of("llama-3.1-70b");
  model.weights.tensors.push_back({WeightPart::other, "something", {10, 100}, 1, 1});
  const Stage stage = test::stages(model, test::bytes_of(model), {.tp = 4}).front();
  CHECK(stage.weights.groups.back().copy.value == 1000);
  CHECK(stage.weights.assumptions ==
        std::vector<std::string>{"how 'something' is divided is not known: whole on each device"});
}

TEST_CASE("published counts are divided evenly, which is said") {
  const Model model = test::model_of("deepseek-v3");
  WeightLoad load = stored(WeightPart::other, 8000);
  load.from = "the published counts";
  load.groups[0].name = "published active";
  load.groups.push_back(load.groups[0]);
  load.groups[1].name = "published inactive";
  load.groups[1].active = 0;
  const Stage stage = test::stages(model, load, {.tp = 4, .dp = 2, .ep = 8}).front();
  CHECK(stage.weights.groups[0].copy.value == 2000);
  CHECK(stage.weights.groups[1].copy.value == 1000);
  CHECK(stage.weights.assumptions ==
        std::vector<std::string>{
            "the published counts: divided evenly over the devices, as if none had to hold what "
            "another has"});
}

TEST_CASE("which layers have a mixture of experts") {
  const std::vector<bool> sparse = sparse_layers(test::model_of("deepseek-v3"));
  CHECK(sparse.size() == 61);
  CHECK(std::ranges::count(sparse, true) == 58);
  CHECK_FALSE(sparse[2]);
}

TEST_CASE("encoders stay whole on the first stage, draft layers on the last") {
  const Model model = test::model_of("qwen3.5-27b");
  const auto stages = test::stages(model, test::bytes_of(model), {.tp = 2, .pp = 2});
  for (const Stage& stage : stages) {
    for (const WeightGroup& group : stage.weights.groups) {
      CHECK((group.part != WeightPart::encoder || stage.embeds));
      CHECK((group.part != WeightPart::draft || stage.predicts));
    }
  }
}

}  // namespace

}  // namespace kvtally::weight_division_test
