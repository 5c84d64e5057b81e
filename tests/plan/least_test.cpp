#include "plan/least.hpp"

#include "plan/deployments.hpp"
#include "plan/placements.hpp"

namespace kvtally::least_test {

namespace {

TEST_CASE("all devices together hold weights and caches once") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  const Least least(v3.model, v3.weights, demand_of(Tokens{131072}), 10);
  const Wide all = v3.weights.total().value + Wide{10} * 9'210'691'584;
  CHECK(least.devices(Bytes{all}) == 1);
  CHECK(least.devices(Bytes{all - 1}) == 2);
  CHECK(least.devices(Bytes{}) > 700'000'000'000);
}

// The bounds would hide an answer if one placement needed less.
TEST_CASE("no placement needs less than the bound") {
  Demand shared = demand_of(Tokens{32768});
  shared.shared_prefix = Tokens{30000};
  Demand mixed;
  mixed.contexts = {{Tokens{1000}, 9, 10}, {Tokens{100000}, 10, 10}};
  mixed.shared_prefix = Tokens{900};
  Demand samples = shared;
  samples.prompt = Tokens{31000};
  samples.samples = 3;
  Demand mixed_samples = mixed;
  mixed_samples.prompt = Tokens{2000};
  mixed_samples.samples = 3;
  std::size_t checked = 0;
  for (const std::string id : {"deepseek-v3", "gpt-oss-120b", "gemma-3-27b", "jamba-v0.1", "deepseek-v4-flash"}) {
    const test::Weighed of = test::weighed(id);
    for (const Demand& demand : {demand_of(Tokens{32768}), shared, mixed, samples, mixed_samples}) {
      Least least(of.model, of.weights, demand, 37);
      for (const std::int64_t devices : {1, 6, 8}) {
        for (const Placement& placement : enumerate_placements(of.model, devices, 2).possible) {
          const auto layout = lay_out(of.model, of.weights, placement, demand, 37);
          if (layout) {
            CAPTURE(id);
            CAPTURE(print_placement(placement));
            const Bytes need = fullest(*layout, demand, 37, {}).total();
            CHECK(least.on_a_device(placement) <= need);
            CHECK(least.devices(need) <= devices);
            ++checked;
          }
        }
      }
    }
  }
  CHECK(checked > 300);
}

}  // namespace

}  // namespace kvtally::least_test
