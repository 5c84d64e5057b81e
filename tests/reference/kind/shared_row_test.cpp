#include "reference/kind/shared_row.hpp"

#include <doctest/doctest.h>

#include "reference/cache/pool.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/kind/sliding_window.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::shared_row_test {

namespace {

constexpr std::int64_t kReal = sizeof(Real);

Cache window_of(std::int64_t window, Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<SlidingLayer>(window, codec("real"), codec("real"), counter));
  return cache;
}

SharedRowTokens text_of(std::int64_t tokens) {
  return {test::random_tensor({2, 3, tokens, 4}, 1), test::random_tensor({2, 1, tokens, 4}, 2)};
}

bool sees(const Mask& mask, std::int64_t query, std::int64_t key) {
  return mask({.batch = 0, .head = 0, .query = query, .key = key});
}

}  // namespace

TEST_CASE("the masks of tokens and of entries know nothing of each other") {
  const Mask tokens = newest_tokens(3);
  CHECK(sees(tokens, 5, 3));
  CHECK_FALSE(sees(tokens, 5, 2));
  CHECK_FALSE(sees(tokens, 5, 6));
  CHECK_FALSE(sees(tokens, 5, kFirstEntry));
  const Mask entries = complete_entries(3);
  CHECK_FALSE(sees(entries, 5, 3));
  CHECK(sees(entries, 5, kFirstEntry + 1));
  CHECK_FALSE(sees(entries, 4, kFirstEntry + 1));
  CHECK_FALSE(sees(entries, 1, kFirstEntry));
}

TEST_CASE("one row as key and value is two equal rows, read once") {
  Counter counter;
  const SharedRowTokens text = text_of(7);
  const Scoring scoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {1, 2, 3}};
  for (const char* name : {"eager", "sdpa", "streaming", "flex"}) {
    Cache one = window_of(3, counter);
    Cache two = window_of(3, counter);
    counter.take();
    const Attended shared =
        attend_shared_row({one, 0, kernel(name), counter}, text, std::nullopt, newest_tokens(3), scoring);
    CHECK(counter.take().read_of(Kept::entries) == Bytes{2 * 7 * 4 * kReal});
    const Attended pair =
        sliding_window({two, 0, kernel(name), counter}, {text.query, text.row, text.row}, 3, scoring);
    CHECK(counter.take().read_of(Kept::entries) == Bytes{2 * 7 * 8 * kReal});
    CHECK(shared.output == pair.output);
  }
}

// Scores of zeros: the mean of what is seen. Token 2 sees tokens 1 and 2 and the entry of tokens 0 and 1.
TEST_CASE("entries are attended to behind the window, in one softmax") {
  Counter counter;
  Cache cache = window_of(2, counter);
  const SharedRowTokens text{Tensor({1, 1, 3, 1}), Tensor({1, 1, 3, 1}, {1, 2, 6})};
  const Rows entries(Tensor({1, 1, 1, 1}, {40}), {kFirstEntry});
  const Attended out = attend_shared_row({cache, 0, kernel("eager"), counter}, text, entries,
                                         any_of(newest_tokens(2), complete_entries(2)), {});
  CHECK(largest_difference(out.output, Tensor({1, 1, 3, 1}, {1, Real(43) / 3, 16})) < 1e-5);
  CHECK(out.weights->shape() == Shape{1, 1, 3, 4});
}

}  // namespace kvtally::reference::shared_row_test
