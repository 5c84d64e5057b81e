#include "plan/plan_notes.hpp"

#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally::plan_notes_test {

namespace {

PlanCandidate on(std::size_t device, std::int64_t tp) {
  PlanCandidate out;
  out.device = device;
  out.placement.tp = tp;
  return out;
}

TEST_CASE("a note is said once with all its devices") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  q.devices.push_back(test::device("b", 1'000'000));
  q.devices.push_back(test::device("c", 1'000'000));
  for (const std::size_t i : {0U, 1U}) {
    q.devices[i].scale_up.one_way.reset();
  }
  q.devices[2].peaks.clear();
  CHECK(notes_of(q, {}).empty());
  CHECK(notes_of(q, {on(0, 1), on(1, 1)}).empty());  // one device alone sends nothing
  CHECK(notes_of(q, {on(0, 2), on(1, 2), on(0, 4), on(2, 2)}) ==
        std::vector<std::string>{
            "a, b: no rate of a link of their own is published: the devices speak over Bus",
            "c: no peak of its arithmetic is published, so that times are bounded by its bandwidth alone"});
}

TEST_CASE("a placement that the question does not allow says nothing") {
  const PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  CHECK(notes_of(q, {on(0, 3)}).empty());
}

TEST_CASE("the way of prompts' caches is noted too") {
  PlanQuestion q = test::growing(test::kDense, test::device("a", 1'000'000), 4, 64, 32);
  PlanCandidate c = on(0, 1);
  c.prompts = PromptReplicas{Placement{}, 1};
  CHECK(notes_of(q, {c}).empty());
  c.prompts->replicas = 8;
  CHECK(
      notes_of(q, {c}) ==
      std::vector<std::string>{"a: Wire joins 8 devices; the slower network between more is counted at its rate"});
  q.devices[0].scale_up.one_way.reset();
  CHECK(notes_of(q, {c}) ==
        std::vector<std::string>{"a: no rate of a link of their own is published: the devices speak over Bus"});
  q.devices[0].host.one_way.reset();
  CHECK(notes_of(q, {c}) ==
        std::vector<std::string>{"a: the rate of a link between the devices is not published: left out"});
}

TEST_CASE("what is counted alone, and what is not compared") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  CHECK(comparisons_of(q, {on(0, 1)}).empty());
  q.devices.push_back(test::device("b", 1'000'000));
  const std::vector<std::string> counted{
      "Devices are counted, whatever they cost: a slow one with much memory may need fewer of its sort "
      "(--each-device shows the best of each sort, price=2.5 behind a device what its tokens cost)."};
  CHECK(comparisons_of(q, {on(0, 1)}) == counted);
  CHECK(comparisons_of(q, {}).empty());
  q.devices[1].price = 2500;
  CHECK(comparisons_of(q, {on(0, 1)}).empty());
  q.devices[1].price.reset();
  q.each_device = true;
  CHECK(comparisons_of(q, {on(0, 1)}).empty());
  q.formats.push_back(test::formats(test::kDense, "fp8"));
  CHECK(
      comparisons_of(q, {on(0, 1)}) ==
      std::vector<std::string>{"Formats are not compared: what a narrower one costs in quality is not counted, so "
                               "that none betters another."});
}

}  // namespace

}  // namespace kvtally::plan_notes_test
