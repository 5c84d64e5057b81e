#include "plan/prompts.hpp"

#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally {

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

struct Served {
  PlanCandidate candidate;
  PlanQuestion question;
};

// Requests of 64 + 32 tokens from 12 users on a layout whose step takes 0.01 s and whose prompt takes `prompt`.
Served served(const Placement& placement, const LayoutTime& prompt, bool apart,
              const std::string& description = test::kDense) {
  Served out{{}, test::growing(description, test::device("a", 1'000'000), 12, 64, 32)};
  out.question.apart = apart;
  out.candidate.placement = placement;
  out.candidate.step = out.candidate.token = Seconds{0.01};
  out.candidate.first_token = prompt.total;
  const PlanFormats& f = out.question.formats.front();
  const auto layout = lay_out(f.model, f.weights, placement, out.question.demand);
  REQUIRE(layout.has_value());
  serve_prompts(out.candidate, out.question, *layout, prompt);
  return out;
}

TEST_CASE("a prompt occupies the mean of its stages") {
  CHECK(mean_stage_time(time({0.3})).value == doctest::Approx(0.3));
  CHECK(mean_stage_time(time({0.3, 0.1})).value == doctest::Approx(0.2));
  CHECK(mean_stage_time(time({0.3, 0.1}, 0.2)).value == doctest::Approx(0.3));
  CHECK(mean_stage_time(time({0.3, 0.1}, std::nullopt)).value == doctest::Approx(0.2));
}

TEST_CASE("requests that do not grow bring no prompts") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  const auto layout = lay_out(q.formats[0].model, q.formats[0].weights, {}, q.demand);
  PlanCandidate c;
  c.token = Seconds{1};
  serve_prompts(c, q, *layout, time({5}));
  CHECK(c.token == Seconds{1});
  CHECK(c.prefill_devices == 0);
}

TEST_CASE("prompts on the same devices add their share to each token") {
  // 12 users of one replica bring 12 prompts of 0.4 s for each 32 tokens
  const Served one = served({1, 1, 1, 1, 1}, time({0.4}), false);
  CHECK(one.candidate.token.value == doctest::Approx(0.01 + 12 * 0.4 / 32));
  CHECK(one.candidate.first_token.value == doctest::Approx(0.4));
  CHECK(one.candidate.prefill_devices == 0);
  // ⌈12 ÷ 5⌉ = 3 users of a replica
  CHECK(served({1, 1, 1, 5, 1}, time({0.4}), false).candidate.token.value == doctest::Approx(0.01 + 3 * 0.4 / 32));
  // two stages work on two prompts at once
  CHECK(served({1, 1, 2, 1, 1}, time({0.3, 0.1}), false).candidate.token.value ==
        doctest::Approx(0.01 + 12 * 0.2 / 32));
}

TEST_CASE("prompts apart need the replicas that they keep busy") {
  // 12 users ÷ (32 tokens × 0.01 s) = 37.5 prompts a second; of 0.4 s each: 15 replicas
  const Served one = served({1, 1, 1, 1, 1}, time({0.4}), true);
  CHECK(one.candidate.prefill_devices == 15);
  CHECK(one.candidate.devices() == 16);
  CHECK(one.candidate.token.value == 0.01);
  // a replica of two devices
  CHECK(served({2, 1, 1, 1, 1}, time({0.4}), true).candidate.prefill_devices == 30);
  // the slowest of two stages: 37.5 × 0.3 = 11.25
  CHECK(served({1, 1, 2, 1, 1}, time({0.3, 0.1}), true).candidate.prefill_devices == 24);
  CHECK(served({1, 1, 1, 3, 1}, time({0.4}), true).candidate.prefill_devices == 15);
  // 4 replicas share the experts: a multiple of 4
  CHECK(served({1, 1, 1, 4, 4}, time({0.4}), true, test::kMixture).candidate.prefill_devices == 16);
  // more than can be counted
  CHECK(served({1, 1, 1, 1, 1}, time({1e300}), true).candidate.prefill_devices > 1'000'000);
}

TEST_CASE("apart, the cache moves over the link") {
  // 4 layers × (keys and values of 2 heads of 16) × 2 bytes × 64 tokens = 32,768 bytes over 100 MB/s
  const Served one = served({1, 1, 1, 1, 1}, time({0.4}), true);
  CHECK(one.candidate.first_token.value == doctest::Approx(0.4 + 32'768e-8));
  // a head on each of two devices, each with a link
  CHECK(served({2, 1, 1, 1, 1}, time({0.4}), true).candidate.first_token.value ==
        doctest::Approx(0.4 + 16'384e-8));
}

}  // namespace

}  // namespace kvtally
