#include "plan/search.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "plan/every_plan.hpp"
#include "plan/plans.hpp"

namespace kvtally::search_test {

namespace {

using test::device;
using test::growing;
using test::kDense;
using test::kMixture;
using test::kStates;
using test::points;
using test::question;

// Whether a plan is what brute force finds.
void check_plan(const PlanQuestion& asked) {
  const Plan plan = make_plan(asked);
  const std::vector<PlanCandidate> all = test::every_meeting(asked);
  CHECK(plan.meeting == static_cast<std::int64_t>(all.size()));
  CHECK(points(plan) == test::best_of(all, asked.each_device));
  CHECK(test::same_prompts(plan, all));
  std::int64_t counted = plan.meeting;
  for (const PlanRejection& r : plan.rejected) {
    counted += r.of > Rejected::placement ? r.candidates : 0;
  }
  CHECK(plan.considered == counted);
}

TEST_CASE("each number of devices up to 16, then whole nodes") {
  CHECK(device_counts(1) == std::vector<std::int64_t>{1});
  CHECK(device_counts(5) == std::vector<std::int64_t>{1, 2, 3, 4, 5});
  CHECK(device_counts(30) == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24});
  CHECK(device_counts(40).back() == 40);
  CHECK(device_counts(0).empty());
}

TEST_CASE("the front is what comparing all with all leaves") {
  PlanQuestion dense = question(kDense, device("a", 400'000));
  check_plan(dense);
  dense.devices.push_back(device("b", 250'000, 2));
  dense.devices.back().bandwidth = ByteRate{3'000'000'000};
  dense.formats.push_back(test::formats(kDense, "fp8"));
  check_plan(dense);
  dense.each_device = true;
  check_plan(dense);
  check_plan(question(kMixture, device("a", 300'000)));
  check_plan(question(kStates, device("a", 300'000), 40));
}

TEST_CASE("the front with limits") {
  PlanQuestion q = question(kDense, device("a", 400'000));
  const Plan free = make_plan(q);
  REQUIRE(free.front.size() > 2);
  q.token = free.front[1].token;
  check_plan(q);
  q.first_token = free.front[1].first_token;
  check_plan(q);
  CHECK(make_plan(q).meeting < free.meeting);
  q.token = Seconds{1e-12};
  check_plan(q);
  CHECK(make_plan(q).front.empty());
}

TEST_CASE("the front where requests grow, together and apart, with a price") {
  for (const std::string& description : {kDense, kMixture}) {
    PlanQuestion q = growing(description, device("a", 400'000), 6, 64, 32);
    q.devices.front().price = 2500;
    check_plan(q);
    q.apart = true;
    check_plan(q);
    q.first_token = make_plan(q).front.front().first_token;
    check_plan(q);
    q.most_devices = 16;
    q.demand.samples = 2;
    check_plan(q);
  }
}

TEST_CASE("prompts apart are laid out otherwise than what decodes") {
  PlanQuestion q = growing(kMixture, device("a", 400'000), 6, 64, 32);
  q.devices.push_back(device("b", 60'000));
  q.formats.push_back(test::formats(kMixture, "fp8"));
  q.apart = true;
  check_plan(q);
  q.each_device = true;
  check_plan(q);
  const Plan plan = make_plan(q);
  CHECK(
      std::ranges::any_of(plan.front, [](const PlanCandidate& c) { return c.prompts->placement != c.placement; }));
  q.first_token = Seconds{1e-9};
  check_plan(q);
  CHECK(make_plan(q).front.empty());
}

TEST_CASE("prompts apart without room for a replica of their own") {
  // groups that share experts hold a part of them each; one alone must hold all, on at most three devices
  PlanQuestion q = growing(kMixture, device("a", 0, 1), 2, 16, 16);
  q.apart = true;
  bool refused = false;
  for (std::int64_t bytes = 100'000; bytes < 240'000 && !refused; bytes += 2'000) {
    q.devices.front().usable_memory = Bytes{bytes};
    for (const PlanRejection& r : make_plan(q).rejected) {
      refused = refused || r.of == Rejected::prompts;
    }
  }
  CHECK(refused);
  check_plan(q);
}

TEST_CASE("beyond 16 devices whole nodes alone") {
  PlanQuestion q = question(kMixture, device("a", 200'000), 9);
  q.most_devices = 30;
  check_plan(q);
}

TEST_CASE("one placement that is given is the only one") {
  PlanQuestion q = question(kDense, device("a", 400'000));
  q.placement = Placement{2, 1, 2, 1, 1};
  q.most_devices = 1;  // says nothing then
  const Plan plan = make_plan(q);
  CHECK(plan.considered == 1);
  REQUIRE(plan.front.size() == 1);
  CHECK(plan.front.front().placement == *q.placement);
  q.placement = Placement{3, 1, 1, 1, 1};
  const Plan none = make_plan(q);
  CHECK(none.front.empty());
  CHECK(none.considered == 0);
  REQUIRE(none.rejected.size() == 1);
  CHECK(none.rejected.front().of == Rejected::placement);
}

TEST_CASE("the price of a million tokens") {
  PlanQuestion q = question(kDense, device("a", 4'000'000), 4);
  q.devices.front().price = 2500;  // $2.50 an hour
  q.placement = Placement{2, 1, 1, 1, 1};
  const Plan plan = make_plan(q);
  REQUIRE(plan.front.size() == 1);
  const PlanCandidate& c = plan.front.front();
  // two devices, $5 an hour; 4 tokens each c.token seconds
  CHECK(*c.dollars == doctest::Approx(5.0 / 3600 * c.token.value / 4 * 1e6));
  q.demand.samples = 3;
  q.demand.prompt = Tokens{90};
  q.prompt = Tokens{90};
  const Plan thrice = make_plan(q);
  CHECK(*thrice.front.front().dollars ==
        doctest::Approx(5.0 / 3600 * thrice.front.front().token.value / 12 * 1e6));
  q.devices.front().price.reset();
  CHECK_FALSE(make_plan(q).front.front().dollars);
}

TEST_CASE("devices that are not known well enough are not weighed") {
  PlanQuestion q = question(kDense, device("a", 400'000));
  Device dark = device("dark", 1);
  dark.usable_memory.reset();
  Device still = device("still", 400'000);
  still.bandwidth.reset();
  q.devices = {dark, still};
  const Plan plan = make_plan(q);
  CHECK(plan.front.empty());
  CHECK(plan.considered == 0);
  REQUIRE(plan.rejected.size() >= 2);
  CHECK(plan.rejected[0].why == "dark: its memory is not published; give it as dark,memory=…");
  CHECK(plan.rejected[1].why == "still: its bandwidth is not published; give it as still,bandwidth=…");
  CHECK(plan.rejected[1].of == Rejected::device);
}

TEST_CASE("what the times leave out is noted with its devices") {
  PlanQuestion q = question(kDense, device("a", 4'000'000), 4);
  q.placement = Placement{2, 1, 1, 1, 1};
  CHECK(make_plan(q).notes.empty());
  q.devices.front().scale_up.one_way.reset();
  q.devices.front().host.one_way.reset();
  CHECK(make_plan(q).notes ==
        std::vector<std::string>{"a: the rate of a link between the devices is not published: left out"});
}

}  // namespace

}  // namespace kvtally::search_test
