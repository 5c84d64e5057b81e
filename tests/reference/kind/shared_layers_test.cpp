#include "reference/kind/shared_layers.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/cache/offloaded.hpp"
#include "reference/cache/shared.hpp"
#include "reference/kind/grouped_query.hpp"
#include "reference/kind/sliding_window.hpp"
#include "reference/kind/steps.hpp"

namespace kvtally::reference::shared_layers_test {

namespace {

const Scoring kScoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};

// Layer 0 owns, layer 1 shares. The second layer's queries are others.
struct Two {
  NewTokens first;
  Tensor query;
};

Two texts(std::int64_t tokens) {
  return {test::text_of(tokens), test::random_tensor({1, test::kQueryHeads, tokens, test::kKeyDim}, 9)};
}

// The outputs of the layer that shares, by steps of the given sizes.
Tensor shared_outputs(Cache& cache, const Two& text, const test::Steps& steps, const Mask& mask,
                      Counter& counter) {
  Tensor out({1, test::kQueryHeads, 0, test::kValueDim});
  std::int64_t at = 0;
  for (const std::int64_t step : steps) {
    attend({cache, 0, kernel("eager"), counter}, test::part_of(text.first, at, at + step), mask, kScoring);
    const Tensor query = slice(text.query, 2, at, at + step);
    out = joined(out, shared_layer({cache, 1, kernel("eager"), counter}, query, mask, kScoring).output, 2);
    at += step;
  }
  return out;
}

void fill(Cache& cache, const test::Holder& holder, Counter& counter) {
  cache.add(holder.make(counter));
  cache.add(std::make_unique<SharedLayer>(cache.layer(0)));
}

}  // namespace

TEST_CASE("a layer that shares computes what it would with keys and values of its own") {
  Counter counter;
  const Two text = texts(8);
  Cache cache;
  fill(cache, test::holders(8, 8).front(), counter);
  const Tensor shared = shared_outputs(cache, text, {8}, causal(), counter);
  Cache own = test::holding(test::holders(8, 8).front().make(counter));
  const NewTokens with_its_own{text.query, text.first.keys, text.first.values};
  CHECK(shared == grouped_query({own, 0, kernel("eager"), counter}, with_its_own, kScoring).output);
}

TEST_CASE("sharing: a prefill's rows are the steps' outputs, bit for bit, in every container of the owner") {
  CHECK(rc::check([] {
    Counter counter;
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<test::Steps>(rc::gen::inRange(1, 6)));
    const std::int64_t tokens = std::accumulate(steps.begin(), steps.end(), std::int64_t{0});
    const std::int64_t window = *rc::gen::inRange<std::int64_t>(1, tokens + 3);
    const Mask mask = all_of(causal(), within(window));
    const Two text = texts(tokens);
    Cache whole;
    fill(whole, test::holders(tokens, window).front(), counter);
    const Tensor prefill = shared_outputs(whole, text, {tokens}, mask, counter);
    for (const test::Holder& holder : test::holders(tokens, window)) {
      Cache cache;
      fill(cache, holder, counter);
      RC_ASSERT(shared_outputs(cache, text, steps, mask, counter) == prefill);
      OffloadedCache away(counter);
      fill(away, holder, counter);
      RC_ASSERT(shared_outputs(away, text, steps, mask, counter) == prefill);
    }
  }));
}

// Step S = 6 of two layers: one memory is kept and written, both layers read it in full.
TEST_CASE("sharing halves what is kept and written, not what is read") {
  Counter counter;
  const Two text = texts(6);
  Cache cache;
  fill(cache, test::holders(6, 6).front(), counter);
  const Two before{test::part_of(text.first, 0, 5), slice(text.query, 2, 0, 5)};
  shared_outputs(cache, before, {5}, causal(), counter);
  counter.take();
  const Two last{test::part_of(text.first, 5, 6), slice(text.query, 2, 5, 6)};
  shared_outputs(cache, last, {1}, causal(), counter);
  const Counts counts = counter.take();
  CHECK(cache.footprint() == Footprint{Bytes{6 * test::kEntryBytes}, Bytes{6 * test::kEntryBytes}});
  CHECK(counts.written_of(Kept::entries) == Bytes{test::kEntryBytes});
  CHECK(counts.read_of(Kept::entries) == Bytes{2 * 6 * test::kEntryBytes});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 16 * 6});
  CHECK(counts.useful_of(Work::values) == MultiplyAdds{2 * 12 * 6});
}

// W = 4, step S = 6: the owner carries three rows on, but the sharer reads the four of the running step.
TEST_CASE("a layer that shares a window reads the whole window") {
  Counter counter;
  const Two text = texts(6);
  Cache cache;
  fill(cache, test::holders(6, 4)[2], counter);
  const Mask mask = all_of(causal(), within(4));
  const Two before{test::part_of(text.first, 0, 5), slice(text.query, 2, 0, 5)};
  shared_outputs(cache, before, test::one_by_one(5), mask, counter);
  counter.take();
  const Two last{test::part_of(text.first, 5, 6), slice(text.query, 2, 5, 6)};
  shared_outputs(cache, last, {1}, mask, counter);
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{2 * 4 * test::kEntryBytes});
  CHECK(cache.footprint() == Footprint{Bytes{4 * test::kEntryBytes}, Bytes{3 * test::kEntryBytes}});
}

}  // namespace kvtally::reference::shared_layers_test
