#include "plan/fit.hpp"

#include <algorithm>

#include "plan/deployments.hpp"

namespace kvtally::fit_test {

namespace {

Layout laid(const test::Weighed& of, const Placement& placement, const Demand& demand, std::int64_t users = 1) {
  auto layout = lay_out(of.model, of.weights, placement, demand, users);
  REQUIRE(layout.has_value());
  return std::move(*layout);
}

TEST_CASE("the parts of a device's memory, by hand") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const Demand demand = demand_of(Tokens{4096});
  const DeviceMemory m = fullest(laid(llama, {}, demand), demand, 5, Bytes{1000});
  CHECK(m.weights == Bytes{6'738'415'616 * 2});
  CHECK(m.cache == Bytes{Wide{5} * 4096 * 524288});
  CHECK(m.state == Bytes{});
  CHECK(m.open == Bytes{});
  // 2048 tokens of the widest pair, gate and up 22016 with down's input 11008, in two bytes; 5 rows of logits
  CHECK(m.activations == Bytes{Wide{2048} * (22016 + 11008) * 2 + Wide{5} * 32000 * 4});
  CHECK(m.reserve == Bytes{1000});
  CHECK(m.total() == m.weights + m.cache + m.activations + m.reserve);
}

TEST_CASE("24 GB and 24 GiB: the notes' five requests of 4K beside a 7B") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const Demand demand = demand_of(Tokens{4096});
  const Layout layout = laid(llama, {}, demand);
  CHECK(most_users(layout, demand, Bytes{24'000'000'000}, {}) == 4);
  CHECK(most_users(layout, demand, test::gibibytes(24), {}) == 5);
}

TEST_CASE("a share of the usable memory is rounded up, bytes win") {
  CHECK(Reserve{}.of(Bytes{1000}) == Bytes{50});
  CHECK(Reserve{}.of(Bytes{1001}) == Bytes{51});
  CHECK(Reserve{25, std::nullopt}.of(Bytes{1000}) == Bytes{25});
  CHECK(Reserve{25, Bytes{7}}.of(Bytes{1000}) == Bytes{7});
  CHECK(Reserve{0, std::nullopt}.of(Bytes{1000}) == Bytes{});
}

TEST_CASE("users are dealt over replicas, and samples run together") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  Demand demand = demand_of(Tokens{8192});
  const Layout two = laid(llama, {.dp = 2}, demand);
  const Layout one = laid(llama, {}, demand);
  CHECK(fullest(two, demand, 5, {}).total() == fullest(one, demand, 3, {}).total());
  CHECK(fullest(two, demand, 6, {}).total() == fullest(one, demand, 3, {}).total());
  demand.samples = 4;
  // 12 sequences: their logits, and their cache
  CHECK(fullest(one, demand, 3, {}).activations - fullest(one, demand_of(Tokens{8192}), 3, {}).activations ==
        Bytes{Wide{9} * 128256 * 4});
}

TEST_CASE("more sequences than batched tokens widen the activations") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  Demand demand = demand_of(Tokens{1});
  demand.batched_tokens = 8;
  const Layout layout = laid(llama, {}, demand);
  CHECK(fullest(layout, demand, 8, {}).activations == Bytes{Wide{8} * 33024 * 2 + Wide{8} * 32000 * 4});
  CHECK(fullest(layout, demand, 9, {}).activations == Bytes{Wide{9} * 33024 * 2 + Wide{9} * 32000 * 4});
}

TEST_CASE("the pipeline is cut for the users that are asked") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  const Demand demand = demand_of(Tokens{131072});
  const auto layers = [&](std::int64_t users) {
    std::vector<std::int64_t> out;
    for (const Stage& stage : laid(llama, {.pp = 4}, demand, users).stages) {
      out.push_back(stage.layers);
    }
    return out;
  };
  // The head's 1 GB and the logits bear on the last stage beside few requests; beside many nothing does.
  CHECK(layers(1).back() < 8);
  CHECK(layers(100) == std::vector<std::int64_t>{8, 8, 8, 8});
}

// All layers are equal: embedding and i layers on one device, the rest, the final norm, the head and the logits of
// all users on the other.
TEST_CASE("no cut into two stages leaves the fullest device emptier") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  const Demand demand = demand_of(Tokens{64});
  Wide layer = 0;
  for (const WeightGroup& group : llama.weights.groups) {
    layer += group.layers == 32 ? group.copy.value * group.copies : 0;
  }
  const Wide table = Wide{128256} * 4096 * 2;
  for (const std::int64_t users : {1, 30, 400, 1000, 2000}) {
    CAPTURE(users);
    const Wide each = layer + Wide{users} * 64 * 4096;
    Wide best = 32 * each + 2 * table;
    for (std::int64_t i = 1; i < 32; ++i) {
      best = std::min(best, std::max(table + i * each, table + 8192 + (32 - i) * each + Wide{users} * 128256 * 4));
    }
    const Wide activations = Wide{2048} * 43008 * 2;
    CHECK(fullest(laid(llama, {.pp = 2}, demand, users), demand, users, {}).total() == Bytes{best + activations});
  }
}

TEST_CASE("the stages together hold what the model needs") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  const Demand demand = demand_of(Tokens{131072});
  Bytes weights;
  Bytes cache;
  for (const DeviceMemory& m : memory_of(laid(v3, {.pp = 7}, demand, 2), demand, 2, {})) {
    weights += m.weights;
    cache += m.cache;
  }
  CHECK(weights == v3.weights.total());
  CHECK(cache == Bytes{Wide{2} * 9'210'691'584});
}

TEST_CASE("the longest context and the most users are the largest that fit") {
  const test::Weighed gemma = test::weighed("gemma-3-27b");
  const Demand demand = demand_of(Tokens{8192});
  const Layout layout = laid(gemma, {.tp = 2}, demand);
  const Bytes usable = test::gibibytes(40);
  const auto users = most_users(layout, demand, usable, {});
  CHECK(fullest(layout, demand, users, {}).total() <= usable);
  CHECK(fullest(layout, demand, users + 1, {}).total() > usable);
  const auto longest = longest_fit(layout, demand, 4, usable, {}, Tokens{1 << 20});
  REQUIRE(longest.has_value());
  CHECK(fullest(layout, demand_of(*longest), 4, {}).total() <= usable);
  CHECK(fullest(layout, demand_of(*longest + Tokens{1}), 4, {}).total() > usable);
  CHECK(longest_fit(layout, demand, 4, usable, {}, Tokens{77}) == Tokens{77});
  CHECK(longest_fit(layout, demand, 4, test::gibibytes(20), {}, Tokens{77}) == std::nullopt);
  CHECK(most_users(layout, demand, test::gibibytes(20), {}) == 0);
}

TEST_CASE("a placement that does not divide the model has no layout") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  const auto layout = lay_out(llama.model, llama.weights, {.tp = 3}, demand_of(Tokens{1}));
  REQUIRE(!layout.has_value());
  CHECK(layout.error().front() ==
        "num_key_value_heads 8 does not divide over tp 3; expected a tp that divides it, or that it divides");
}

}  // namespace

}  // namespace kvtally::fit_test
