#include "plan/placements.hpp"

#include <algorithm>

#include "plan/loads.hpp"

namespace kvtally::placements_test {

namespace {

TEST_CASE("a dense model on four devices") {
  const Placements found = enumerate_placements(test::model_of("llama-3.1-8b"), 4);
  CHECK(found.refused.empty());
  CHECK(found.possible == std::vector<Placement>{{.tp = 1, .pp = 1, .dp = 4},
                                                 {.tp = 1, .pp = 2, .dp = 2},
                                                 {.tp = 1, .pp = 4, .dp = 1},
                                                 {.tp = 2, .pp = 1, .dp = 2},
                                                 {.tp = 2, .pp = 2, .dp = 1},
                                                 {.tp = 4}});
}

TEST_CASE("context parallelism where it is asked for, experts where there are some") {
  CHECK(enumerate_placements(test::model_of("llama-3.1-8b"), 2, 2).possible ==
        std::vector<Placement>{{.dp = 2}, {.pp = 2}, {.cp = 2}, {.tp = 2}});
  CHECK(enumerate_placements(test::model_of("gpt-oss-20b"), 2).possible ==
        std::vector<Placement>{{.dp = 2}, {.dp = 2, .ep = 2}, {.pp = 2}, {.tp = 2}, {.tp = 2, .ep = 2}});
}

TEST_CASE("what is refused, by reason") {
  const Placements found = enumerate_placements(test::model_of("llama-3.1-70b"), 96);
  std::vector<std::string> reasons;
  for (const RefusedPlacements& refused : found.refused) {
    CHECK_FALSE(refused.placements.empty());
    reasons.push_back(refused.why);
  }
  CHECK(reasons.size() == 7);  // more than 80 stages; tp 3, 6, 12, 24, 48 and 96
  CHECK(reasons[0] == "more stages than the 80 that its layers make");
  CHECK(reasons[1] ==
        "num_key_value_heads 8 does not divide over tp 3; expected a tp that divides it, or that it divides");
}

TEST_CASE("over the zoo: each placement has the devices, can be laid out when possible, and comes once") {
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    for (const std::int64_t devices : {1, 6, 16}) {
      const Placements found = enumerate_placements(model, devices, 2);
      std::vector<Placement> every = found.possible;
      for (const Placement& placement : found.possible) {
        CHECK(placement.devices() == devices);
        CHECK(stages_of(model, {}, placement, Tokens{1000}).has_value());
      }
      for (const RefusedPlacements& refused : found.refused) {
        every.insert(every.end(), refused.placements.begin(), refused.placements.end());
      }
      for (std::size_t i = 0; i < every.size(); ++i) {
        CHECK(std::count(every.begin(), every.end(), every[i]) == 1);
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::placements_test
