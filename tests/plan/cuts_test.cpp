#include "plan/cuts.hpp"

#include "plan/deployments.hpp"

namespace kvtally::cuts_test {

namespace {

bool fits(const Fitting& fitting, const Placement& placement, const Demand& demand, std::int64_t users) {
  const auto layout = fitting.lay(placement, demand, users);
  return layout && fullest(*layout, demand, users, fitting.reserve).total() <= fitting.usable;
}

TEST_CASE("the most users in any cut: one more fits in none") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  for (const std::int64_t gib : {80, 96, 141, 192}) {
    const Fitting fitting{v3.model, v3.weights, nullptr, test::gibibytes(gib), Bytes{}};
    for (const Placement placement : {Placement{.pp = 10}, {.tp = 2, .pp = 6}, {.tp = 8}, {.pp = 7, .dp = 2}}) {
      CAPTURE(print_placement(placement));
      CAPTURE(gib);
      const Demand demand = demand_of(Tokens{32768});
      const auto most = most_in_any_cut(fitting, placement, demand);
      CHECK(most.has_value() == fits(fitting, placement, demand, 1));
      if (most) {
        CHECK(fits(fitting, placement, demand, most->users));
        CHECK(fullest(most->layout, demand, most->users, {}).total() <= fitting.usable);
        CHECK(!fits(fitting, placement, demand, most->users + 1));
      }
    }
  }
}

TEST_CASE("the longest context in any cut: one token more fits in none") {
  const test::Weighed gemma = test::weighed("gemma-3-27b");
  const Fitting fitting{gemma.model, gemma.weights, nullptr, test::gibibytes(24), Bytes{}};
  for (const Placement placement : {Placement{.pp = 3}, {.pp = 5}, {.tp = 4}, {.tp = 2, .pp = 2}}) {
    CAPTURE(print_placement(placement));
    const auto longest = longest_in_any_cut(fitting, placement, demand_of(Tokens{1}), 7, Tokens{1 << 30});
    REQUIRE(longest.has_value());
    CHECK(fits(fitting, placement, demand_of(longest->context), 7));
    CHECK(!fits(fitting, placement, demand_of(longest->context + Tokens{1}), 7));
  }
  CHECK(longest_in_any_cut(fitting, {.pp = 3}, demand_of(Tokens{1}), 1, Tokens{100})->context == Tokens{100});
}

TEST_CASE("nothing where not even one fits, or the model does not divide so") {
  const test::Weighed gemma = test::weighed("gemma-3-27b");
  const Fitting fitting{gemma.model, gemma.weights, nullptr, test::gibibytes(24), Bytes{}};
  CHECK(!most_in_any_cut(fitting, {}, demand_of(Tokens{1})));
  CHECK(!most_in_any_cut(fitting, {.tp = 3}, demand_of(Tokens{1})));
  CHECK(!longest_in_any_cut(fitting, {}, demand_of(Tokens{1}), 1, Tokens{10}));
}

}  // namespace

}  // namespace kvtally::cuts_test
