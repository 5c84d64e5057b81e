#include "plan/prompts.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally::prompts_test {

namespace {

LayoutTime time(const std::vector<double>& stages, std::optional<double> link = 0.0) {
  LayoutTime out;
  for (const double stage : stages) {
    out.stages.emplace_back();
    out.stages.back().total = Seconds{stage};
    out.total += Seconds{stage};
  }
  if (link) {
    out.link = Seconds{*link};
    out.total += *out.link;
  }
  return out;
}

// Requests of 64 + 32 tokens from 12 users.
PlanQuestion asked(const std::string& description = test::kDense, std::int64_t bytes = 1'000'000) {
  PlanQuestion out = test::growing(description, test::device("a", bytes), 12, 64, 32);
  out.apart = true;
  return out;
}

// On a layout whose step takes 0.01 s.
PlanCandidate candidate(const Placement& placement = {}) {
  PlanCandidate out;
  out.placement = placement;
  out.step = out.token = Seconds{0.01};
  return out;
}

Seconds shared(const Placement& placement, const LayoutTime& prompt) {
  PlanCandidate out = candidate(placement);
  share_prompts(out, asked(), prompt);
  CHECK_FALSE(out.prompts.has_value());
  return out.token;
}

// The units that one device offers; a link joins 8 of it.
PromptUnits units_of(const PlanQuestion& q, std::int64_t domain = 8) {
  const Device& device = q.devices.front();
  const auto rates = rates_of(device, q.formats.front().weights, false);
  REQUIRE(rates.has_value());
  const Offer offer{0, *device.usable_memory, q.reserve.of(*device.usable_memory), domain,
                    std::vector<Rates>(4, *rates)};
  std::vector<PromptUnits> out = prompt_units(q, q.formats.front(), {offer});
  REQUIRE(out.size() == 1);
  return out.front();
}

bool offers(const PromptUnits& units, const Placement& placement) {
  return std::ranges::find(units.in_time, placement, &PromptUnit::placement) != units.in_time.end();
}

TEST_CASE("a prompt occupies the mean of its stages") {
  CHECK(mean_stage_time(time({0.3})).value == doctest::Approx(0.3));
  CHECK(mean_stage_time(time({0.3, 0.1})).value == doctest::Approx(0.2));
  CHECK(mean_stage_time(time({0.3, 0.1}, 0.2)).value == doctest::Approx(0.3));
  CHECK(mean_stage_time(time({0.3, 0.1}, std::nullopt)).value == doctest::Approx(0.2));
}

TEST_CASE("requests that do not grow bring no prompts") {
  const PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  PlanCandidate c = candidate();
  share_prompts(c, q, time({5}));
  CHECK(c.token == Seconds{0.01});
}

TEST_CASE("prompts on the same devices add their share to each token") {
  // 12 users of one replica bring 12 prompts of 0.4 s for each 32 tokens
  CHECK(shared({}, time({0.4})).value == doctest::Approx(0.01 + 12 * 0.4 / 32));
  // ⌈12 ÷ 5⌉ = 3 users of a replica
  CHECK(shared({1, 1, 1, 5, 1}, time({0.4})).value == doctest::Approx(0.01 + 3 * 0.4 / 32));
  // two stages work on two prompts at once
  CHECK(shared({1, 1, 2, 1, 1}, time({0.3, 0.1})).value == doctest::Approx(0.01 + 12 * 0.2 / 32));
}

TEST_CASE("prompts apart have the replicas that need the fewest devices") {
  // 12 users ÷ (32 tokens × 0.01 s) = 37.5 prompts a second
  PromptUnits units;
  units.in_time = {{Placement{}, Seconds{0.4}, Seconds{0.41}},                 // 15 of one
                   {Placement{2, 1, 1, 1, 1}, Seconds{0.18}, Seconds{0.19}},   // ⌈6.75⌉ of two
                   {Placement{4, 1, 1, 1, 1}, Seconds{0.1}, Seconds{0.11}},    // ⌈3.75⌉ of four
                   {Placement{1, 1, 7, 1, 1}, Seconds{0.05}, Seconds{0.15}}};  // ⌈1.875⌉ of seven
  PlanCandidate c = candidate({2, 1, 1, 3, 1});
  REQUIRE(serve_apart(c, asked(), units));
  // two that need 14: the one whose first token comes earlier
  CHECK(c.prompts->placement == Placement{1, 1, 7, 1, 1});
  CHECK(c.prompts->replicas == 2);
  CHECK(c.devices() == 6 + 14);
  CHECK(c.first_token == Seconds{0.15});
  CHECK(c.token == Seconds{0.01});
  // more than can be counted
  units.in_time = {{Placement{}, Seconds{1e300}, Seconds{1e300}}};
  REQUIRE(serve_apart(c, asked(), units));
  CHECK(c.prompts->replicas > 1'000'000);
  // one that is hardly busy
  units.in_time = {{Placement{}, Seconds{1e-9}, Seconds{1}}};
  REQUIRE(serve_apart(c, asked(), units));
  CHECK(c.prompts->replicas == 1);
}

TEST_CASE("where none is in time the earliest is told, where none has room nothing") {
  PromptUnits units;
  units.late = PromptUnit{Placement{2, 1, 1, 1, 1}, Seconds{0.1}, Seconds{9}};
  PlanCandidate c = candidate();
  CHECK(serve_apart(c, asked(), units));
  CHECK(c.first_token == Seconds{9});
  CHECK(c.prompts->devices() == 8);
  PlanCandidate none = candidate();
  CHECK_FALSE(serve_apart(none, asked(), {}));
  CHECK_FALSE(none.prompts.has_value());
}

TEST_CASE("one replica of every placement is looked at that the link joins") {
  PlanQuestion q = asked(test::kMixture);
  q.most_devices = 24;  // more than the layers make stages of
  const PromptUnits units = units_of(q);
  CHECK_FALSE(units.late.has_value());
  for (const PromptUnit& unit : units.in_time) {
    CHECK(unit.placement.dp == 1);
    CHECK(unit.placement.devices() <= 24);
  }
  CHECK(offers(units, Placement{}));
  CHECK_FALSE(units.in_time.size() > 16);  // without those that others better
  for (const PromptUnit& unit : units_of(q, 1).in_time) {
    CHECK(unit.placement.tp == 1);
  }
}

TEST_CASE("room for one request of the prompt, not for all users at their longest") {
  PlanQuestion q = asked();
  // 4 layers × (keys and values of 2 heads of 16) × 2 bytes × 64 tokens = 32,768 bytes beside the weights
  const auto layout = lay_out(q.formats[0].model, q.formats[0].weights, {}, test::demand(64));
  const DeviceMemory memory = fullest(*layout, test::demand(64), 1, Bytes{});
  CHECK(memory.cache == Bytes{32'768});
  q.reserve = Reserve{0, {}};
  q.most_devices = 1;
  q.devices.front().usable_memory = memory.total();
  CHECK(offers(units_of(q), Placement{}));
  q.devices.front().usable_memory = memory.total() - Bytes{1};
  const PromptUnits none = units_of(q);
  CHECK(none.in_time.empty());
  CHECK(none.nearest.placement == Placement{});
  CHECK(none.nearest.memory.total() == memory.total());
}

TEST_CASE("those whose first token comes too late are not offered") {
  PlanQuestion q = asked();
  const PromptUnits all = units_of(q);
  const PromptUnit early = *std::ranges::min_element(all.in_time, {}, &PromptUnit::first_token);
  q.first_token = early.first_token;
  CHECK(units_of(q).in_time.front().placement == early.placement);
  q.first_token = Seconds{early.first_token.value * 0.99};
  CHECK(units_of(q).in_time.empty());
  CHECK(units_of(q).late->placement == early.placement);
}

TEST_CASE("the cache moves over the link, without what is there already") {
  const PlanQuestion q = asked();
  const auto way = [&](const Placement& placement, const Device& device, std::int64_t shared = 0) {
    Demand demand = test::demand(64);
    demand.shared_prefix = Tokens{shared};
    const auto layout = lay_out(q.formats[0].model, q.formats[0].weights, placement, demand);
    return way_of_cache(*layout, device, demand, Tokens{64}).value;
  };
  Device device = q.devices.front();
  CHECK(way({}, device) == doctest::Approx(32'768e-8));  // over 100 MB/s
  CHECK(way({}, device, 48) == doctest::Approx(8'192e-8));
  // a head on each of two devices, each with a link; two layers of four
  CHECK(way({2, 1, 1, 1, 1}, device) == doctest::Approx(16'384e-8));
  CHECK(way({1, 1, 2, 1, 1}, device) == doctest::Approx(16'384e-8));
  device.scale_up.one_way.reset();
  CHECK(way({}, device) == doctest::Approx(32'768 / 50e6));
  device.host.one_way.reset();
  CHECK(way({}, device) == 0);
}

}  // namespace

}  // namespace kvtally::prompts_test
