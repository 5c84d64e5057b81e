#include "reference/kind/sinks.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/kind/sliding_window.hpp"
#include "reference/kind/steps.hpp"

namespace kvtally::reference::sinks_test {

namespace {

const Scoring kScoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};
const std::vector<Real> kLogits{Real(0.25), Real(-1), Real(2), Real(0)};

test::Kind learned(std::optional<std::int64_t> window) {
  return [window](const Means& means, const NewTokens& tokens) {
    return learned_sinks(means, tokens, kLogits, window, kScoring);
  };
}

test::Kind kept(std::int64_t first, std::int64_t window) {
  return [=](const Means& means, const NewTokens& tokens) {
    return first_tokens_kept(means, tokens, first, window, kScoring);
  };
}

Cache with(const test::Holder& holder, Counter& counter) { return test::holding(holder.make(counter)); }

}  // namespace

TEST_CASE("sinks: a prefill's rows are the steps' outputs, bit for bit, in every container") {
  CHECK(rc::check([] {
    Counter counter;
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<test::Steps>(rc::gen::inRange(1, 6)));
    const std::int64_t tokens = std::accumulate(steps.begin(), steps.end(), std::int64_t{0});
    const std::int64_t window = *rc::gen::inRange<std::int64_t>(1, tokens + 3);
    const NewTokens text = test::text_of(tokens, 2);
    const auto holders = test::holders(tokens, window);
    Cache whole = with(holders.front(), counter);
    const Tensor prefill = test::run_in(whole, learned(window), text, {tokens}, counter);
    for (const test::Holder& holder : holders) {
      Cache cache = with(holder, counter);
      RC_ASSERT(test::run_in(cache, learned(window), text, steps, counter) == prefill);
    }
    // three first tokens: what holders() keep
    Cache all = with(holders.front(), counter);
    const Tensor expected = test::run_in(all, kept(3, window), text, {tokens}, counter);
    for (const std::size_t container : {std::size_t{0}, std::size_t{1}, std::size_t{4}}) {
      Cache cache = with(holders[container], counter);
      RC_ASSERT(test::run_in(cache, kept(3, window), text, steps, counter) == expected);
    }
  }));
}

// One query head of one number, q = k = 0 so that every score is 0: weights 1 ÷ (n + exp(b)), values 1.
TEST_CASE("a learned sink takes weight away and gives no value") {
  Counter counter;
  const Tensor zeros({1, 1, 3, 1});
  const NewTokens tokens{zeros, zeros, Tensor({1, 1, 3, 1}, {1, 1, 1})};
  Cache cache = with(test::holders(3, 3).front(), counter);
  const Attended out =
      learned_sinks({cache, 0, kernel("eager"), counter}, tokens, {std::log(Real(2))}, std::nullopt, kScoring);
  for (std::int64_t i = 0; i < 3; ++i) {
    const Real seen = Real(1) + static_cast<Real>(i);
    CHECK(static_cast<double>(out.output(0, 0, i, 0)) == doctest::Approx(static_cast<double>(seen / (seen + 2))));
  }
}

TEST_CASE("without first tokens it is a window, with enough of them everything") {
  Counter counter;
  const NewTokens text = test::text_of(11);
  const auto run = [&](const test::Kind& kind) {
    Cache cache = with(test::holders(11, 11).front(), counter);
    return test::run_in(cache, kind, text, {11}, counter);
  };
  const test::Kind window = [](const Means& means, const NewTokens& tokens) {
    return sliding_window(means, tokens, 4, kScoring);
  };
  const test::Kind full = [](const Means& means, const NewTokens& tokens) {
    return sliding_window(means, tokens, 11, kScoring);
  };
  CHECK(run(kept(0, 4)) == run(window));
  CHECK(run(kept(7, 4)) == run(full));
  CHECK(run(kept(6, 4)) != run(full));
}

// n = 3, W = 4: min(S, n + W) entries are seen and stored, n + W - 1 carried.
TEST_CASE("what a step with first tokens keeps, reads and multiplies") {
  Counter counter;
  Cache cache = with(test::holders(9, 4)[4], counter);
  const NewTokens text = test::text_of(9);
  // S:                    1  2  3  4  5  6  7  8  9
  const test::Steps stored{1, 2, 3, 4, 5, 6, 7, 7, 7};
  const test::Steps carried{1, 2, 3, 4, 5, 6, 6, 6, 6};
  for (std::int64_t i = 0; i < 9; ++i) {
    const auto at = static_cast<std::size_t>(i);
    kept(3, 4)({cache, 0, kernel("eager"), counter}, test::part_of(text, i, i + 1));
    const Counts counts = counter.take();
    CHECK(cache.footprint() ==
          Footprint{Bytes{stored[at] * test::kEntryBytes}, Bytes{carried[at] * test::kEntryBytes}});
    CHECK(counts.read_of(Kept::entries) == Bytes{stored[at] * test::kEntryBytes});
    CHECK(counts.useful_of(Work::scores) == MultiplyAdds{16 * stored[at]});
    CHECK(counts.useful_of(Work::values) == MultiplyAdds{12 * stored[at]});
  }
}

}  // namespace kvtally::reference::sinks_test
