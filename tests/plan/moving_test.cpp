#include "plan/moving.hpp"

#include "plan/deployments.hpp"

namespace kvtally::moving_test {

namespace {

std::vector<Switch> ways(std::int64_t limit, const std::function<bool(Wide)>& faster) {
  return switches(Tokens{limit}, [&](Tokens tokens) { return faster(tokens.value); });
}

TEST_CASE("where the faster way changes, exactly") {
  CHECK(ways(1000, [](Wide) { return true; }) == std::vector<Switch>{{Tokens{1}, true}});
  CHECK(ways(1000, [](Wide) { return false; }) == std::vector<Switch>{{Tokens{1}, false}});
  CHECK(ways(1, [](Wide s) { return s > 1; }) == std::vector<Switch>{{Tokens{1}, false}});
  for (const std::int64_t at : {2, 3, 4, 5, 511, 512, 513, 999, 1000}) {
    CHECK(ways(1000, [&](Wide s) { return s >= at; }) ==
          std::vector<Switch>{{Tokens{1}, false}, {Tokens{at}, true}});
  }
  CHECK(ways(1000, [](Wide s) { return s >= 100 && s < 600; }) ==
        std::vector<Switch>{{Tokens{1}, false}, {Tokens{100}, true}, {Tokens{600}, false}});
}

struct Moved {
  test::Weighed of;
  Layout layout;
  std::vector<Moving> ways;
};

Moved moved(const std::string& id, const Placement& placement, Demand demand, Wide link, Wide host) {
  Moved out{test::weighed(id), {}, {}};
  auto layout = lay_out(out.of.model, out.of.weights, placement, demand);
  REQUIRE(layout.has_value());
  out.layout = std::move(*layout);
  Device device;
  device.scale_up = {"a link", ByteRate{link}};
  device.host = {"a bus", host == 0 ? std::nullopt : std::optional(ByteRate{host})};
  Rates rates;
  rates.bandwidth = ByteRate{Wide{1'000'000'000'000}};
  rates.matmul = rates.attention = OperationRate{Wide{100'000'000'000'000}};
  out.ways = moving_of(out.layout, out.of.model, device, {demand, longest_of(demand), Tokens{131072}, {}},
                       std::vector<Rates>(static_cast<std::size_t>(placement.pp), rates));
  return out;
}

TEST_CASE("bytes over the link against a prefill") {
  const Moved one = moved("llama-2-7b", {}, demand_of(Tokens{4096}), 100'000'000'000, 10'000'000'000);
  REQUIRE(one.ways.size() == 2);
  CHECK(one.ways[0].over == "a link");
  CHECK(one.ways[1].over == "a bus from the host");
  CHECK(one.ways[0].context == Tokens{4096});
  CHECK(one.ways[0].bytes == Bytes{Wide{4096} * 524288});
  CHECK(one.ways[0].moved.value == doctest::Approx(4096.0 * 524288 / 100e9));
  CHECK(one.ways[1].moved.value == doctest::Approx(4096.0 * 524288 / 10e9));
  // at least two operations for each of 6.6 G parameters and token
  CHECK(one.ways[0].recomputed.value > 4096 * 2 * 6.47e9 / 100e12);
  CHECK(one.ways[0].recomputed.value < 4096 * 2 * 7.5e9 / 100e12);
  CHECK(one.ways[0].switches == std::vector<Switch>{{Tokens{1}, true}});
}

TEST_CASE("over a slow link a short request is faster read from its weights' pass, a long one moved") {
  // A token takes half a MiB: 52 ms at 10 MB/s; computing one takes as long as reading 13 GB, 13 ms at 1 TB/s.
  const Moved slow = moved("llama-2-7b", {}, demand_of(Tokens{4096}), 10'000'000, 0);
  REQUIRE(slow.ways.size() == 1);
  CHECK(slow.ways[0].switches.front() == Switch{Tokens{1}, false});
  for (std::size_t i = 1; i < slow.ways[0].switches.size(); ++i) {
    CHECK(slow.ways[0].switches[i].moving == !slow.ways[0].switches[i - 1].moving);
  }
}

TEST_CASE("a cache that is divided leaves over as many links; a shared prefix is there already") {
  const Demand demand = demand_of(Tokens{4096});
  CHECK(moved("llama-2-7b", {.tp = 4}, demand, 1000, 0).ways[0].bytes == Bytes{Wide{4096} * 131072});
  CHECK(moved("llama-2-7b", {.pp = 2}, demand, 1000, 0).ways[0].bytes == Bytes{Wide{4096} * 262144});
  CHECK(moved("deepseek-v3", {.tp = 4}, demand, 1000, 0).ways[0].bytes == Bytes{Wide{4096} * 70272});
  Demand shared = demand;
  shared.shared_prefix = Tokens{1024};
  CHECK(moved("llama-2-7b", {}, shared, 1000, 0).ways[0].bytes == Bytes{Wide{3072} * 524288});
}

}  // namespace

}  // namespace kvtally::moving_test
