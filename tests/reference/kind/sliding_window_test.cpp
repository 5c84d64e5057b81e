#include "reference/kind/sliding_window.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/kind/grouped_query.hpp"
#include "reference/kind/steps.hpp"

namespace kvtally::reference::sliding_window_test {

namespace {

const Scoring kScoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};

test::Kind window_of(std::int64_t window) {
  return [window](const Means& means, const NewTokens& tokens) {
    return sliding_window(means, tokens, window, kScoring);
  };
}

}  // namespace

TEST_CASE("a prefill's rows are the steps' outputs, bit for bit, in every container") {
  CHECK(rc::check([] {
    Counter counter;
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<test::Steps>(rc::gen::inRange(1, 6)));
    const std::int64_t tokens = std::accumulate(steps.begin(), steps.end(), std::int64_t{0});
    const std::int64_t window = *rc::gen::inRange<std::int64_t>(1, tokens + 3);
    const NewTokens text = test::text_of(tokens, 2);
    Cache whole = test::holding(test::holders(tokens, window).front().make(counter));
    const Tensor prefill = test::run_in(whole, window_of(window), text, {tokens}, counter);
    for (const test::Holder& holder : test::holders(tokens, window)) {
      Cache cache = test::holding(holder.make(counter));
      RC_ASSERT(test::run_in(cache, window_of(window), text, steps, counter) == prefill);
    }
  }));
}

TEST_CASE("a window as long as the text is full attention") {
  Counter counter;
  const NewTokens text = test::text_of(9);
  Cache full = test::holding(test::holders(9, 9).front().make(counter));
  const Tensor expected = grouped_query({full, 0, kernel("eager"), counter}, text, kScoring).output;
  for (const std::int64_t window : {9, 20}) {
    for (const test::Holder& holder : test::holders(9, window)) {
      CAPTURE(holder.name);
      Cache cache = test::holding(holder.make(counter));
      CHECK(test::run_in(cache, window_of(window), text, test::one_by_one(9), counter) == expected);
    }
  }
  Cache narrow = test::holding(test::holders(9, 8).front().make(counter));
  CHECK(test::run_in(narrow, window_of(8), text, {9}, counter) != expected);
}

// W = 5, one token a step. Two key heads of (4 + 3) numbers an entry; four query heads: 4 × 4 multiply-adds of
// scores and 4 × 3 of values for each visible token.
TEST_CASE("what a step keeps, reads and multiplies at the window's edge") {
  Counter counter;
  Cache cache = test::holding(test::holders(7, 5)[2].make(counter));
  const NewTokens text = test::text_of(7);
  // S:                         1  2  3  4  5  6  7
  const test::Steps visible{1, 2, 3, 4, 5, 5, 5};
  const test::Steps carried{1, 2, 3, 4, 4, 4, 4};
  for (std::int64_t i = 0; i < 7; ++i) {
    const auto at = static_cast<std::size_t>(i);
    window_of(5)({cache, 0, kernel("eager"), counter}, test::part_of(text, i, i + 1));
    const Counts counts = counter.take();
    CHECK(cache.footprint() ==
          Footprint{Bytes{visible[at] * test::kEntryBytes}, Bytes{carried[at] * test::kEntryBytes}});
    CHECK(counts.written_of(Kept::entries) == Bytes{test::kEntryBytes});
    CHECK(counts.read_of(Kept::entries) == Bytes{visible[at] * test::kEntryBytes});
    CHECK(counts.useful_of(Work::scores) == MultiplyAdds{16 * visible[at]});
    CHECK(counts.useful_of(Work::values) == MultiplyAdds{12 * visible[at]});
    CHECK(counts.performed_of(Work::scores) == MultiplyAdds{16 * visible[at]});  // the window holds no other
  }
}

// The same in a container that keeps all: it reads no more, but it stores and goes over all seven.
TEST_CASE("the mask decides what is read, the container what is stored") {
  Counter counter;
  Cache cache = test::holding(test::holders(7, 5).front().make(counter));
  const NewTokens text = test::text_of(7);
  test::run_in(cache, window_of(5), test::part_of(text, 0, 6), {6}, counter);
  counter.take();
  window_of(5)({cache, 0, kernel("eager"), counter}, test::part_of(text, 6, 7));
  const Counts counts = counter.take();
  CHECK(cache.footprint().stored == Bytes{7 * test::kEntryBytes});
  CHECK(counts.read_of(Kept::entries) == Bytes{5 * test::kEntryBytes});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{16 * 5});
  CHECK(counts.performed_of(Work::scores) == MultiplyAdds{16 * 7});
}

}  // namespace kvtally::reference::sliding_window_test
