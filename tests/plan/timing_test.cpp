#include "plan/timing.hpp"

#include <algorithm>

#include "plan/deployments.hpp"

namespace kvtally::timing_test {

namespace {

Layout laid(const test::Weighed& of, const Placement& placement, const Demand& demand) {
  auto layout = lay_out(of.model, of.weights, placement, demand);
  REQUIRE(layout.has_value());
  return std::move(*layout);
}

Device device(std::optional<ByteRate> link = ByteRate{Wide{400'000'000'000}}) {
  Device out;
  out.id = "mine";
  out.bandwidth = ByteRate{Wide{1'000'000'000'000}};
  out.peaks["bf16"].rate = OperationRate{Wide{100'000'000'000'000}};
  out.scale_up = {"a link", link};
  out.scale_up_domain = 8;
  return out;
}

LayoutTime step(const test::Weighed& of, const Placement& placement, const Demand& demand, std::int64_t users,
                const Device& on, const WeightReading& reading = {}) {
  const Layout layout = laid(of, placement, demand);
  const auto rates = rates_of(layout, on, false);
  REQUIRE(rates.has_value());
  return time_of(step_work(layout, of.model, demand, users, reading), placement, on, *rates);
}

bool noted(const LayoutTime& time, const std::string& note) {
  return std::ranges::find(time.notes, note) != time.notes.end();
}

TEST_CASE("one device: weights and caches over the bandwidth") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const LayoutTime time = step(llama, {}, demand_of(Tokens{4096}), 4, device());
  const double bytes = static_cast<double>(llama.weights.active().value) + 4 * 4096.0 * 524288;
  CHECK(time.total.value == doctest::Approx(bytes / 1e12).epsilon(0.01));
  CHECK(time.total.value >= bytes / 1e12);
  CHECK(time.link_bytes == Bytes{});
  CHECK(time.link == Seconds{});
}

TEST_CASE("a token passes the stages one after the other, each with its share of the users") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const Demand demand = demand_of(Tokens{4096});
  const LayoutTime time = step(llama, {.pp = 4}, demand, 8, device());
  REQUIRE(time.stages.size() == 4);
  Seconds sum;
  for (const StepTime& stage : time.stages) {
    sum += stage.total;
  }
  CHECK(time.total.value == doctest::Approx(sum.value + time.link->value));
  // 8 users in 4 turns of 2: all weights, and 2 users' caches
  const double bytes = static_cast<double>(llama.weights.active().value) + 2 * 4096.0 * 524288;
  CHECK(sum.value == doctest::Approx(bytes / 1e12).epsilon(0.01));
}

TEST_CASE("tensor parallelism divides the bytes and sends over the link") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const LayoutTime time = step(llama, {.tp = 4}, demand_of(Tokens{4096}), 8, device());
  // two all-reduces a layer of 4096 x 2 B a token, 2 x 3 / 4 of it sent, for 8 tokens in 32 layers; the vocabulary
  // beside them
  CHECK(time.link_bytes >= Bytes{Wide{32} * 2 * 8 * 4096 * 2 * 6 / 4});
  REQUIRE(time.link.has_value());
  CHECK(time.link->value == doctest::Approx(static_cast<double>(time.link_bytes.value) / 400e9));
  CHECK(time.total.value == doctest::Approx(time.stages.front().total.value + time.link->value));
}

TEST_CASE("links that are slower, not published, or join fewer devices are said") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  const Demand demand = demand_of(Tokens{4096});
  CHECK(step(llama, {.tp = 8}, demand, 1, device()).notes.empty());
  CHECK(noted(step(llama, {.tp = 16}, demand, 1, device()),
              "a link joins 8 devices; the slower network between more is counted at its rate"));
  Device none = device(std::nullopt);
  const LayoutTime unknown = step(llama, {.tp = 2}, demand, 1, none);
  CHECK(!unknown.link.has_value());
  CHECK(noted(unknown, "the rate of a link between the devices is not published: left out"));
  none.host = {"a bus", ByteRate{Wide{10'000'000'000}}};
  const LayoutTime host = step(llama, {.tp = 2}, demand, 1, none);
  CHECK(noted(host, "no rate of a link of their own is published: the devices speak over a bus"));
  CHECK(host.link->value == doctest::Approx(static_cast<double>(host.link_bytes.value) / 10e9));
}

TEST_CASE("no bandwidth, no times") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  Device nothing;
  nothing.id = "mine";
  CHECK(!rates_of(laid(llama, {}, demand_of(Tokens{1})), nothing, false).has_value());
}

TEST_CASE("active weights that are given are shared out like the computed ones") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  WeightReading reading;
  reading.active = Bytes{37'000'000'000};
  const Demand demand = demand_of(Tokens{1});
  Device fast = device();
  fast.peaks["fp8"] = fast.peaks["bf16"];
  const double one = step(v3, {}, demand, 1, fast, reading).total.value;
  CHECK(one == doctest::Approx(0.037).epsilon(0.001));
  const LayoutTime eight = step(v3, {.tp = 8}, demand, 1, fast, reading);
  CHECK(eight.stages.front().total.value == doctest::Approx(0.037 / 8).epsilon(0.05));
  const LayoutTime staged = step(v3, {.pp = 4}, demand, 1, fast, reading);
  CHECK(staged.total.value - staged.link->value == doctest::Approx(0.037).epsilon(0.001));
}

TEST_CASE("a prompt in chunks: the stages work side by side, a shared prefix is there already") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  Demand demand = demand_of(Tokens{8192});
  const Layout layout = laid(llama, {.pp = 2}, demand);
  const auto work = [&](const Demand& asked, std::int64_t prompt) {
    return first_token_work(layout, llama.model, asked, Tokens{prompt}, {});
  };
  CHECK(!work(demand, 2048).side_by_side);
  CHECK(work(demand, 2049).side_by_side);
  const auto rates = rates_of(layout, device(), false);
  const auto time = [&](const LayoutWork& of) {
    return time_of(of, layout.placement, device(), *rates).total.value;
  };
  const LayoutWork whole = work(demand, 8192);
  const LayoutTime both = time_of(whole, layout.placement, device(), *rates);
  const auto stage = [&](std::size_t i) {  // with what it sends itself
    return both.stages[i].total.value + time_to_move(whole.sent_in[i], *both.link_rate).value;
  };
  // the first chunk passes stage 1 before stage 2 begins; the last passes stage 2 when stage 1 is done
  const auto chunk = [&](std::size_t i, std::int64_t before) {
    Prefill part;
    part.prefix = Tokens{before};
    part.prompt = Tokens{2048};
    return prefill_time(layout.stages[i].model, layout.stages[i].weights, part, (*rates)[i]).total.value;
  };
  CHECK(both.total.value ==
        doctest::Approx(std::max(stage(0) + chunk(1, 6144), chunk(0, 0) + stage(1))).epsilon(1e-9));
  // a last chunk of one token is a step's work
  const LayoutWork odd = work(demand, 6145);
  CHECK(time_of(odd.last_chunk[1], (*rates)[1]).total.value < chunk(1, 6144) / 5);
  Demand shared = demand;
  shared.shared_prefix = Tokens{6144};
  CHECK(time(work(shared, 8192)) < time(work(demand, 8192)));
  CHECK(time(work(shared, 8192)) > time(work(demand, 2048)) / 2);
  shared.shared_prefix = Tokens{100'000};  // the last token is always computed
  CHECK(time(work(shared, 8192)) > 0);
}

TEST_CASE("side by side: some stage with the chunks' ways to it and from it") {
  const auto slowest = [](const std::vector<double>& whole) {
    std::vector<Seconds> times;
    for (const double time : whole) {
      times.push_back(Seconds{time});
    }
    return slowest_of_pipeline({Seconds{1}, Seconds{2}, Seconds{}}, times, {Seconds{}, Seconds{3}, Seconds{4}})
        .value;
  };
  CHECK(slowest({10, 10, 10}) == doctest::Approx(10 + 3 + 4));
  CHECK(slowest({10, 13, 10}) == doctest::Approx(1 + 13 + 4));
  CHECK(slowest({10, 13, 18}) == doctest::Approx(1 + 2 + 18));
}

TEST_CASE("side by side: no schedule is faster") {
  // chunks whose times rise, fall and repeat, on stages that differ
  for (std::int64_t seed = 0; seed < 500; ++seed) {
    const std::int64_t stages = 1 + seed % 5;
    const std::int64_t chunks = 1 + seed % 7;
    const auto cost = [&](std::int64_t i, std::int64_t k) {
      return double((seed * 31 + i * 17 + k * (7 + i)) % 23);
    };
    std::vector<double> done(static_cast<std::size_t>(stages), 0);  // when each stage has done its last chunk
    std::vector<Seconds> first;
    std::vector<Seconds> whole(done.size());
    std::vector<Seconds> last;
    for (std::int64_t k = 0; k < chunks; ++k) {
      double ready = 0;
      for (std::int64_t i = 0; i < stages; ++i) {
        const auto at = static_cast<std::size_t>(i);
        ready = done[at] = std::max(done[at], ready) + cost(i, k);
        whole[at] += Seconds{cost(i, k)};
      }
    }
    for (std::int64_t i = 0; i < stages; ++i) {
      first.push_back(Seconds{cost(i, 0)});
      last.push_back(Seconds{cost(i, chunks - 1)});
    }
    CHECK(slowest_of_pipeline(first, whole, last).value <= done.back() * (1 + 1e-12));
  }
}

TEST_CASE("more users never make a step faster, nor does more bandwidth make it slower") {
  const test::Weighed oss = test::weighed("gpt-oss-20b");
  Device on = device();
  for (const Placement placement : {Placement{}, {.tp = 2}, {.pp = 3}, {.dp = 4, .ep = 4}}) {
    double before = 0;
    for (const std::int64_t users : {1, 2, 3, 8, 64, 1000}) {
      const double now = step(oss, placement, demand_of(Tokens{10'000}), users, on).total.value;
      CHECK(now >= before);
      before = now;
      Device wider = on;
      wider.bandwidth = ByteRate{Wide{2'000'000'000'000}};
      CHECK(step(oss, placement, demand_of(Tokens{10'000}), users, wider).total.value <= now);
    }
  }
}

}  // namespace

}  // namespace kvtally::timing_test
