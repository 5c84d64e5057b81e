#include "reference/kind/chunked.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/kind/grouped_query.hpp"
#include "reference/kind/steps.hpp"

namespace kvtally::reference::chunked_test {

namespace {

const Scoring kScoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};

test::Kind chunks_of(std::int64_t chunk) {
  return [chunk](const Means& means, const NewTokens& tokens) { return chunked(means, tokens, chunk, kScoring); };
}

}  // namespace

TEST_CASE("chunks: a prefill's rows are the steps' outputs, bit for bit, in every container") {
  CHECK(rc::check([] {
    Counter counter;
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<test::Steps>(rc::gen::inRange(1, 6)));
    const std::int64_t tokens = std::accumulate(steps.begin(), steps.end(), std::int64_t{0});
    const std::int64_t chunk = *rc::gen::inRange<std::int64_t>(1, tokens + 3);
    const NewTokens text = test::text_of(tokens, 2);
    Cache whole = test::holding(test::holders(tokens, chunk).front().make(counter));
    const Tensor prefill = test::run_in(whole, chunks_of(chunk), text, {tokens}, counter);
    for (const test::Holder& holder : test::holders(tokens, chunk)) {
      Cache cache = test::holding(holder.make(counter));
      RC_ASSERT(test::run_in(cache, chunks_of(chunk), text, steps, counter) == prefill);
    }
  }));
}

TEST_CASE("each chunk is full attention over its own tokens") {
  Counter counter;
  const NewTokens text = test::text_of(10);
  Cache cache = test::holding(test::holders(10, 4).front().make(counter));
  const Tensor all = test::run_in(cache, chunks_of(4), text, {10}, counter);
  for (const std::int64_t from : {0, 4, 8}) {
    const std::int64_t to = std::min<std::int64_t>(from + 4, 10);
    Cache alone = test::holding(test::holders(10, 4).front().make(counter));
    const NewTokens own = test::part_of(text, from, to);
    const Tensor expected = grouped_query({alone, 0, kernel("eager"), counter}, own, kScoring).output;
    // positions 0 to 3 stand in other lanes of the sums than 4 to 7, so bits may differ
    CHECK(largest_difference(slice(all, 2, from, to), expected) <= 16 * std::numeric_limits<Real>::epsilon());
  }
}

// C = 4, one token a step: what is seen starts anew with each chunk, what is kept does not.
TEST_CASE("what a step keeps, reads and multiplies at a chunk's edge") {
  Counter counter;
  Cache cache = test::holding(test::holders(9, 4)[2].make(counter));
  const NewTokens text = test::text_of(9);
  // S:                    1  2  3  4  5  6  7  8  9
  const test::Steps visible{1, 2, 3, 4, 1, 2, 3, 4, 1};  // ((S - 1) mod 4) + 1
  const test::Steps stored{1, 2, 3, 4, 4, 4, 4, 4, 4};
  for (std::int64_t i = 0; i < 9; ++i) {
    const auto at = static_cast<std::size_t>(i);
    chunks_of(4)({cache, 0, kernel("eager"), counter}, test::part_of(text, i, i + 1));
    const Counts counts = counter.take();
    CHECK(cache.footprint().stored == Bytes{stored[at] * test::kEntryBytes});
    CHECK(counts.read_of(Kept::entries) == Bytes{visible[at] * test::kEntryBytes});
    CHECK(counts.useful_of(Work::scores) == MultiplyAdds{16 * visible[at]});
    CHECK(counts.useful_of(Work::values) == MultiplyAdds{12 * visible[at]});
    CHECK(counts.performed_of(Work::scores) == MultiplyAdds{16 * stored[at]});
  }
}

}  // namespace kvtally::reference::chunked_test
