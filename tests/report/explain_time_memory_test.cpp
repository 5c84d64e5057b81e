#include <doctest/doctest.h>

#include "report/explained_on.hpp"

namespace kvtally::explain_time_memory_test {

namespace {

using test::device_question;
using test::explained_on;
using test::line_of;
using test::section_of;

TEST_CASE("the memory of a device is what fit counts") {
  const Model model = test::model_of("deepseek-v3");
  const auto weights = weight_load_for(model, {});
  for (const Placement& placement : {Placement{16, 1, 1, 1, 1}, Placement{8, 1, 2, 2, 16}}) {
    CAPTURE(print_placement(placement));
    const DeviceQuestion question = device_question(placement, 12);
    const auto layout = lay_out(model, *weights, placement, question.demand);
    const DeviceMemory m = fullest(*layout, question.demand, 12, Bytes{4'000'000'000});
    const WorkedSection memory = section_of(explained_on("deepseek-v3", question), "memory of the fullest device");
    CHECK(line_of(memory, "weights").amount == static_cast<double>(m.weights.value));
    CHECK(line_of(memory, "cache").amount == static_cast<double>(m.cache.value));
    CHECK(line_of(memory, "activations").amount == static_cast<double>(m.activations.value));
    CHECK(line_of(memory, "reserve, rounded up").amount == 4e9);
    CHECK(line_of(memory, "in all").amount == static_cast<double>(m.total().value));
    CHECK(line_of(memory, "free").amount == static_cast<double>(Wide{80'000'000'000} - m.total().value));
  }
}

TEST_CASE("what does not fit lacks") {
  const WorkedSection memory =
      section_of(explained_on("deepseek-v3", device_question({}, 1)), "memory of the fullest device");
  CHECK(line_of(memory, "lacking").amount > 590e9);
}

TEST_CASE("devices exactly") {
  const WorkedSection devices =
      section_of(explained_on("llama-2-7b", device_question({}, 10)), "devices, exactly");
  CHECK(devices.lines.front().numbers == "(13,476,831,232 + 10 × 2,147,483,648) ÷ 80,000,000,000");
  CHECK(devices.lines.front().value == "0.437");
}

TEST_CASE("a memory that is not published") {
  DeviceQuestion question = device_question({});
  question.device.usable_memory.reset();
  CHECK(explained_on("llama-2-7b", question).sections.back().title == "memory of a device");
}

}  // namespace

}  // namespace kvtally::explain_time_memory_test
