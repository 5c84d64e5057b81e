#include "reference/kernel/sdpa.hpp"

#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::sdpa_test {

using test::in_order;
using test::Places;
using test::Problem;
using test::run_on;

namespace {

// Of the queries [from, to) on the keys at these places.
MaskNeed need_of(std::int64_t from, std::int64_t to, const Places& places, const Mask& mask,
                 const Scoring& scoring = {}) {
  Counter counter;
  const Tensor query({1, 2, to - from, 1});
  const Rows rows(Tensor({1, 1, static_cast<std::int64_t>(places.size()), 1}), places);
  return mask_need({.query = query,
                    .first_query = from,
                    .keys = rows,
                    .values = rows,
                    .mask = mask,
                    .scoring = scoring,
                    .counter = counter});
}

Mask window_of(std::int64_t window) { return all_of(causal(), within(window)); }

}  // namespace

TEST_CASE("one query that sees all that is there needs no mask") {
  CHECK(need_of(7, 8, in_order(8), causal()) == MaskNeed::none);
  CHECK(need_of(0, 1, in_order(1), causal()) == MaskNeed::none);
  CHECK(need_of(7, 8, {4, 5, 6, 7}, window_of(4)) == MaskNeed::none);        // the container keeps the window
  CHECK(need_of(7, 8, in_order(8), window_of(4)) == MaskNeed::tensor);       // ... and this one more
  CHECK(need_of(3, 4, in_order(4), window_of(4)) == MaskNeed::none);         // just full
  CHECK(need_of(3, 4, {0, 1, 2, 3, -1, -1}, causal()) == MaskNeed::tensor);  // a buffer with empty slots
}

TEST_CASE("several queries that see all need none either: a decoder's look at its encoder") {
  CHECK(need_of(0, 3, in_order(5), everything()) == MaskNeed::none);
  CHECK(need_of(0, 5, in_order(5), everything()) == MaskNeed::none);
}

TEST_CASE("a square causal prefill needs the flag alone") {
  CHECK(need_of(0, 6, in_order(6), causal()) == MaskNeed::causal);
  CHECK(need_of(0, 6, in_order(6), window_of(6)) == MaskNeed::causal);  // nothing has left the window yet
  CHECK(need_of(0, 6, in_order(6), window_of(5)) == MaskNeed::tensor);
  CHECK(need_of(0, 6, in_order(6), all_of(causal(), same_chunk(6))) == MaskNeed::causal);
  CHECK(need_of(0, 6, in_order(6), all_of(causal(), same_chunk(4))) == MaskNeed::tensor);
  CHECK(need_of(0, 6, {5, 4, 3, 2, 1, 0}, causal()) == MaskNeed::tensor);  // the flag counts slots
}

TEST_CASE("a prefill into an empty buffer is cut to a square") {
  CHECK(need_of(0, 3, {0, 1, 2, -1, -1}, causal()) == MaskNeed::causal_cut);
  CHECK(need_of(0, 3, in_order(5), causal()) == MaskNeed::causal_cut);  // keys behind the last query
}

// Queries 3, 4 on keys 0 to 4. Aligned at the upper left the flag would show query 3 the key 0, and query 4 the
// keys 0 and 1; they are to see 0 to 3 and 0 to 4. The two triangles are one only without an offset.
TEST_CASE("with an offset the flag's triangle is another one") {
  CHECK(need_of(3, 5, in_order(5), causal()) == MaskNeed::tensor);
  CHECK(need_of(0, 5, in_order(5), causal()) == MaskNeed::causal);
  const Mask upper_left = [](const Pair& pair) { return pair.key <= pair.query - 3; };
  CHECK(need_of(3, 5, in_order(5), upper_left) == MaskNeed::causal_cut);
}

TEST_CASE("a bias needs a tensor, even of one query that sees all") {
  const Scoring biased{.scale = 1, .soft_cap = {}, .bias = [](const Pair&) { return Real(1); }, .sinks = {}};
  CHECK(need_of(7, 8, in_order(8), causal(), biased) == MaskNeed::tensor);
  CHECK(need_of(0, 8, in_order(8), causal(), biased) == MaskNeed::tensor);
}

// 6 tokens, 2 heads, dk 3, dv 5. Row by row the largest tensor is a row of 6 scores; a mask is 6 · 6, and then all
// 36 pairs a head are multiplied, of which 6 + 5 = 11 are in the window of 2.
TEST_CASE("what a tensor costs") {
  Problem p{.batch = 1, .heads = 2, .key_heads = 1, .tokens = 6, .dk = 3, .dv = 5};
  const Counts flag = test::prefill(sdpa, p).counts;
  CHECK(flag.largest_intermediate == 6);
  CHECK(flag.performed_of(Work::scores) == MultiplyAdds{2 * 21 * 3});
  CHECK(flag.loaded == Bytes{2 * 21 * (3 + 5) * std::int64_t{sizeof(Real)}});

  p.mask = window_of(2);
  const Counts tensor = test::prefill(sdpa, p).counts;
  CHECK(tensor.largest_intermediate == 36);
  CHECK(tensor.useful_of(Work::scores) == MultiplyAdds{2 * 11 * 3});
  CHECK(tensor.performed_of(Work::scores) == MultiplyAdds{2 * 36 * 3});
  CHECK(tensor.performed_of(Work::values) == MultiplyAdds{2 * 36 * 5});

  // Cut: the two slots behind the prefill cost nothing.
  p.mask = causal();
  const Counts cut = run_on(sdpa, p, 0, 6, {0, 1, 2, 3, 4, 5, -1, -1}).counts;
  CHECK(cut.largest_intermediate == 6);
  CHECK(cut.loaded == flag.loaded);
}

}  // namespace kvtally::reference::sdpa_test
