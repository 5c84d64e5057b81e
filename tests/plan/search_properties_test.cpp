#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "plan/every_plan.hpp"
#include "plan/plans.hpp"

namespace kvtally::search_properties_test {

namespace {

using test::device;
using test::growing;
using test::kDense;
using test::kMixture;
using test::kStates;
using test::points;
using test::question;

bool same(const Plan& a, const Plan& b) {
  const auto reasons = [](const Plan& plan) {
    std::vector<std::string> out;
    for (const PlanRejection& r : plan.rejected) {
      out.push_back(r.why);
    }
    return out;
  };
  return points(a) == points(b) && reasons(a) == reasons(b) && a.notes == b.notes;
}

PlanQuestion random_question() {
  const std::string description = *rc::gen::element(kDense, kMixture, kStates);
  const auto on = device("a", *rc::gen::inRange(60'000, 900'000), *rc::gen::inRange(1, 9));
  const std::int64_t users = *rc::gen::inRange(1, 60);
  PlanQuestion q = question(description, on, users, *rc::gen::inRange(2, 300));
  if (*rc::gen::arbitrary<bool>()) {
    q = growing(description, on, users, *rc::gen::inRange(1, 100), *rc::gen::inRange(1, 100));
    q.apart = *rc::gen::arbitrary<bool>();
    q.demand.samples = *rc::gen::inRange(1, 4);
  }
  q.devices.push_back(device("b", *rc::gen::inRange(60'000, 900'000)));
  q.devices.back().bandwidth = ByteRate{*rc::gen::inRange(100'000'000, 2'000'000'000)};
  q.each_device = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) {
    q.formats.push_back(test::formats(description, "fp8"));
  }
  if (*rc::gen::arbitrary<bool>()) {
    q.token = Seconds{*rc::gen::inRange(1, 1000) * 1e-6};
  }
  if (*rc::gen::arbitrary<bool>()) {
    q.first_token = Seconds{*rc::gen::inRange(1, 10'000) * 1e-6};
  }
  return q;
}

TEST_CASE("properties of plans") {
  CHECK(rc::check("any plan is what brute force finds", [] {
    const PlanQuestion q = random_question();
    const Plan plan = make_plan(q);
    const std::vector<PlanCandidate> all = test::every_meeting(q);
    RC_ASSERT(points(plan) == test::best_of(all, q.each_device));
    RC_ASSERT(test::same_prompts(plan, all));
    RC_ASSERT(same(plan, make_plan(q)));
  }));
  CHECK(rc::check("whoever is on the front fits and is in time, and is bettered by nobody", [] {
    const PlanQuestion q = random_question();
    const Plan plan = make_plan(q);
    for (const PlanCandidate& c : plan.front) {
      RC_ASSERT(c.memory.total() <= *q.devices[c.device].usable_memory);
      RC_ASSERT(c.most_users >= q.users);
      RC_ASSERT(c.token <= q.token.value_or(c.token));
      RC_ASSERT(c.first_token <= q.first_token.value_or(c.first_token));
      RC_ASSERT(c.devices() <= q.most_devices);
      for (const PlanCandidate& other : plan.front) {
        const bool bettered = rivals(q, other, c) && dominates(other, c);
        RC_ASSERT_FALSE(bettered);
      }
    }
  }));
}

TEST_CASE("properties of plans that are compared") {
  CHECK(rc::check("more users never need fewer devices", [] {
    PlanQuestion q = random_question();
    q.token.reset();
    q.first_token.reset();
    q.apart = false;
    const Plan few = make_plan(q);
    q.users += *rc::gen::inRange(1, 50);
    const Plan many = make_plan(q);
    if (!many.front.empty()) {
      RC_ASSERT_FALSE(few.front.empty());
      RC_ASSERT(few.front.front().devices() <= many.front.front().devices());
    }
  }));
  CHECK(rc::check("looser limits never leave fewer", [] {
    PlanQuestion q = random_question();
    const Plan tight = make_plan(q);
    const double looser = 1 + *rc::gen::inRange(0, 100) / 10.0;
    q.token = q.token ? std::optional(Seconds{q.token->value * looser}) : std::nullopt;
    q.first_token = q.first_token ? std::optional(Seconds{q.first_token->value * looser}) : std::nullopt;
    RC_ASSERT(make_plan(q).meeting >= tight.meeting);
  }));
  CHECK(rc::check("no token is faster than its device can read its weights", [] {
    const PlanQuestion q = random_question();
    for (const PlanCandidate& c : make_plan(q).front) {
      const PlanFormats& f = q.formats[c.formats];
      const auto layout = lay_out(f.model, f.weights, c.placement, q.demand, q.users);
      double least = 0;
      for (const Stage& stage : layout->stages) {
        least += double(stage.weights.active().value) / double(q.devices[c.device].bandwidth->value);
      }
      RC_ASSERT(c.token.value >= least * (1 - 1e-12));
    }
  }));
}

}  // namespace

}  // namespace kvtally::search_properties_test
