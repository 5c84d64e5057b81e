#include "plan/plan_notes.hpp"

#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally {

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

}  // namespace

}  // namespace kvtally
