#include "reference/kernel/streaming.hpp"

#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::streaming_test {

using test::in_order;
using test::prefill;
using test::Problem;
using test::Ran;
using test::run_on;

namespace {

constexpr std::int64_t kNumber = sizeof(Real);

// The sequences [boundaries[i], boundaries[i + 1]) packed.
Ran packed(const Problem& p, std::span<const std::int64_t> boundaries) {
  Counter counter;
  RowStore key_store(codec("real"), counter);
  RowStore value_store(codec("real"), counter);
  const Rows keys = test::placed(key_store, p.keys(), in_order(p.tokens));
  const Rows values = test::placed(value_store, p.values(), in_order(p.tokens));
  counter.take();
  Attended attended = streaming_packed({.query = p.query(),
                                        .keys = keys,
                                        .values = values,
                                        .mask = p.mask,
                                        .scoring = p.scoring,
                                        .counter = counter},
                                       boundaries);
  return {std::move(attended), counter.take()};
}

// One of the sequences alone: its own queries, keys and values, at the positions from 0 on.
Tensor alone(const Problem& p, std::int64_t from, std::int64_t to) {
  Counter counter;
  const std::vector<std::int64_t> positions = in_order(to - from);
  const Rows keys(slice(p.keys(), 2, from, to), positions);
  const Rows values(slice(p.values(), 2, from, to), positions);
  const Tensor query = slice(p.query(), 2, from, to);
  return streaming({.query = query,
                    .keys = keys,
                    .values = values,
                    .mask = p.mask,
                    .scoring = p.scoring,
                    .counter = counter})
      .output;
}

}  // namespace

// 40 tokens, 4 query heads on 2 key heads: 64 ÷ 2 = 32 queries go together, in tiles [0, 32) and [32, 40); keys in
// tiles [0, 16), [16, 32), [32, 40). A tile of scores is 2 · 32 · 16. Queries [0, 32) load 32 rows and skip one
// tile, queries [32, 40) load 40: 72 loads for each of the 2 key heads.
TEST_CASE("streaming makes one tile and loads a row once a group and tile of queries") {
  const Problem p{.batch = 1, .heads = 4, .key_heads = 2, .tokens = 40, .dk = 3, .dv = 5};
  const Counts counts = prefill(streaming, p).counts;
  CHECK(counts.largest_intermediate == 2 * 32 * 16);
  CHECK(counts.loaded == Bytes{2 * 72 * (3 + 5) * kNumber});
  CHECK(counts.read_of(Kept::entries) == Bytes{2 * 40 * (3 + 5) * kNumber});
  CHECK(counts.blocks_skipped == 2);
  CHECK(counts.performed == counts.useful);
}

// The last token with a window of 5: tokens 35 to 39 in tile [32, 48); the two tiles before it are skipped.
TEST_CASE("in decode each visible row is loaded once, others never") {
  Problem p{.batch = 1, .heads = 4, .key_heads = 2, .tokens = 40, .dk = 3, .dv = 5};
  p.mask = all_of(causal(), within(5));
  const Counts counts = run_on(streaming, p, 39, 40, in_order(40)).counts;
  CHECK(counts.loaded == Bytes{2 * 5 * (3 + 5) * kNumber});
  CHECK(counts.loaded == counts.read_of(Kept::entries));
  CHECK(counts.largest_intermediate == 2 * 1 * 8);  // 2 heads, the 8 tokens of [32, 40)
  CHECK(counts.blocks_skipped == 2 * 2);
}

TEST_CASE("a latent that is key and value is loaded once") {
  Counter counter;
  RowStore latent(codec("real"), counter);
  RowStore rope(codec("real"), counter);
  latent.append(test::random_tensor({1, 1, 6, 4}, 1));
  rope.append(test::random_tensor({1, 1, 6, 2}, 2));
  const Rows keys = latent.rows(in_order(6)).beside(rope.rows(in_order(6)));
  const Rows values = keys.leading(4);
  const Tensor query = test::random_tensor({1, 3, 1, 6}, 3);
  counter.take();
  const auto loaded = [&](Attended (*run)(const AttentionInput&)) {
    const Mask mask = everything();
    const Scoring scoring;
    run({.query = query,
         .first_query = 5,
         .keys = keys,
         .values = values,
         .mask = mask,
         .scoring = scoring,
         .counter = counter});
    return counter.take().loaded;
  };
  CHECK(loaded(streaming) == Bytes{6 * (4 + 2) * kNumber});
  CHECK(loaded(eager) == Bytes{3 * 6 * (4 + 2 + 4) * kNumber});
}

// Lengths 3, 0, 5: 6 + 15 pairs, where a triangle over all 8 tokens has 36. Masked would be 15 across sequences.
TEST_CASE("packed sequences: nothing across them is computed") {
  const Problem p{.batch = 1, .heads = 2, .key_heads = 1, .tokens = 8, .dk = 3, .dv = 5};
  const std::vector<std::int64_t> boundaries{0, 3, 3, 8};
  const Ran ran = packed(p, boundaries);
  CHECK(ran.counts.useful_of(Work::scores) == MultiplyAdds{2 * 21 * 3});
  CHECK(ran.counts.performed_of(Work::scores) == MultiplyAdds{2 * 21 * 3});
  CHECK(ran.counts.performed_of(Work::values) == MultiplyAdds{2 * 21 * 5});
  CHECK(ran.counts.loaded == Bytes{8 * (3 + 5) * kNumber});
  CHECK(ran.counts.largest_intermediate == 2 * 5 * 5);

  Problem masked = p;
  masked.mask = all_of(causal(), same_sequence(boundaries));
  const Ran square = prefill(eager, masked);
  CHECK(largest_difference(ran.attended.output, square.attended.output) <= test::rounding(square.attended.output));
  CHECK(square.counts.useful_of(Work::scores) == MultiplyAdds{2 * 21 * 3});
  CHECK(square.counts.performed_of(Work::scores) == MultiplyAdds{2 * 64 * 3});
}

TEST_CASE("a packed sequence is the sequence alone, bit for bit") {
  CHECK(rc::check([] {
    const Problem p = test::any_problem();
    const auto first = *rc::gen::inRange<std::int64_t>(0, p.tokens + 1);
    const auto second = *rc::gen::inRange<std::int64_t>(first, p.tokens + 1);
    const std::vector<std::int64_t> boundaries{0, first, second, p.tokens};
    const Tensor output = packed(p, boundaries).attended.output;
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
      const Tensor part = slice(output, 2, boundaries[i], boundaries[i + 1]);
      RC_ASSERT(part == alone(p, boundaries[i], boundaries[i + 1]));
    }
  }));
}

}  // namespace kvtally::reference::streaming_test
