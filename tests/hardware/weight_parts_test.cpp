#include <doctest/doctest.h>

#include "hardware/roofline_models.hpp"
#include "hardware/step_parts.hpp"
#include "support/print.hpp"

namespace kvtally::weight_parts_test {

namespace {

using test::find_part;
using test::part_of;

WeightGroup group(WeightPart part, std::int64_t copies, std::int64_t active, std::int64_t bytes) {
  return {part, "", "matrix", 2, copies, active, Bytes{bytes}, MultiplyAdds{bytes / 2}, "bf16", false};
}

Model model() {
  Model out;
  out.vocab_size = 10;
  return out;
}

StepTime parts_of(const WeightLoad& weights, const WeightPass& pass, const WeightReading& reading = {}) {
  StepParts parts;
  add_weight_parts(parts, model(), weights, pass, reading);
  return time_of(parts.take(), test::rates(1, 1));
}

TEST_CASE("each part of the weights has its words; draft layers and encoders stand apart") {
  WeightLoad weights;
  for (const WeightPart part : {WeightPart::attention, WeightPart::feed_forward, WeightPart::norm,
                                WeightPart::head, WeightPart::draft, WeightPart::encoder, WeightPart::other}) {
    weights.groups.push_back(group(part, 1, 1, 100));
  }
  weights.groups.push_back(group(WeightPart::experts, 1, 1, 100));
  weights.groups.push_back(group(WeightPart::experts, 8, 2, 100));
  const StepTime step = parts_of(weights, {3, 3, 1});
  for (const std::string name :
       {"attention weights", "feed-forward", "norms", "head", "other weights", "shared experts and router"}) {
    CAPTURE(name);
    CHECK(part_of(step, name).bytes == Bytes{200});
    CHECK(part_of(step, name).operations == Operations{2 * 2 * 50 * 3});
  }
  // 8 x (1 - (3/4)^3) = 4.625 experts of 100 bytes in each of two layers
  CHECK(part_of(step, "experts").bytes == Bytes{925});
  CHECK(part_of(step, "experts").operations == Operations{2 * 2 * 2 * 50 * 3});
  CHECK(step.parts.size() == 7);
}

TEST_CASE("a lookup table gives a row for each token, at most itself") {
  WeightLoad weights;
  weights.groups = {group(WeightPart::embedding, 1, 1, 500)};
  weights.groups[0].layers = 1;
  weights.groups[0].macs = {};
  CHECK(part_of(parts_of(weights, {3, 3, 1}), "embedding rows").bytes == Bytes{3 * 50});
  CHECK(part_of(parts_of(weights, {300, 3, 1}), "embedding rows").bytes == Bytes{500});
  weights.groups[0].also_head = true;
  weights.groups[0].macs = {250};
  const StepTime tied = parts_of(weights, {3, 1, 1});
  CHECK(part_of(tied, "head").bytes == Bytes{500});
  CHECK(part_of(tied, "head").operations == Operations{500});
  CHECK(find_part(parts_of(weights, {3, 0, 1}), "head") == nullptr);
}

TEST_CASE("all that is stored, and so many bytes as given") {
  WeightLoad weights;
  weights.groups = {group(WeightPart::experts, 8, 2, 100), group(WeightPart::head, 1, 1, 100)};
  CHECK(parts_of(weights, {1, 1, 1}).weight_bytes == Bytes{400 + 200});
  CHECK(parts_of(weights, {1, 1, 1}, {true, {}}).weight_bytes == Bytes{1600 + 200});
  const StepTime given = parts_of(weights, {1, 1, 3}, {false, Bytes{77}});
  CHECK(given.weight_bytes == Bytes{3 * 77});
  CHECK(given.parts.size() == 1);
  CHECK(given.operations == Operations{3 * 2 * (2 * 2 * 50 + 2 * 50)});
}

TEST_CASE("an encoder's keys and values are made once, of its own positions") {
  WeightLoad weights;
  weights.groups = {group(WeightPart::attention, 1, 1, 100), group(WeightPart::attention, 1, 1, 100)};
  weights.groups[1].name = "cross-attention key projection";
  CHECK(part_of(parts_of(weights, {1, 1, 1}), "attention weights").bytes == Bytes{200});
  CHECK(part_of(parts_of(weights, {1, 1, 1}), "attention weights").operations == Operations{2 * 2 * 50});
  // 5 passes of 3 tokens, and 1500 positions once
  const StepTime prefill = parts_of(weights, {3, 3, 5, 1, 1500});
  CHECK(part_of(prefill, "attention weights").bytes == Bytes{5 * 200 + 200});
  CHECK(part_of(prefill, "attention weights").operations == Operations{2 * 2 * 50 * (3 * 5 + 1500)});
  CHECK(parts_of(weights, {1, 1, 1}, {true, {}}).weight_bytes == Bytes{400});
  CHECK(weights.active() == Bytes{200});
}

TEST_CASE("each format is multiplied at its own peak") {
  WeightLoad weights;
  weights.groups = {group(WeightPart::attention, 1, 1, 1'000'000), group(WeightPart::attention, 1, 1, 1'000'000)};
  weights.groups[1].format = "fp8_e4m3";
  Rates rates = test::rates(1'000'000, 1);
  rates.matmul_of.emplace("fp8_e4m3", OperationRate{Wide{4} * 1'000'000'000'000});
  StepParts parts;
  add_weight_parts(parts, model(), weights, {1, 1, 1}, {});
  // 2 million operations at 1 TFLOP/s and 2 million at 4
  CHECK(time_of(parts.take(), rates).total.value == doctest::Approx(2e-6 + 0.5e-6));
}

}  // namespace

}  // namespace kvtally::weight_parts_test
