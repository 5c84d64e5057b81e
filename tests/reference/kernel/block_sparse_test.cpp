#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::block_sparse_test {

using test::in_order;
using test::Problem;

namespace {

constexpr std::int64_t kNumber = sizeof(Real);

Attended chosen(const Problem& p, const BlockChoice& choice, std::int64_t from, Counter& counter) {
  RowStore key_store(codec("real"), counter);
  RowStore value_store(codec("real"), counter);
  const Rows keys = test::placed(key_store, p.keys(), in_order(p.tokens));
  const Rows values = test::placed(value_store, p.values(), in_order(p.tokens));
  counter.take();
  return block_sparse({.query = slice(p.query(), 2, from, p.tokens),
                       .first_query = from,
                       .keys = keys,
                       .values = values,
                       .mask = p.mask,
                       .scoring = p.scoring,
                       .counter = counter,
                       .choice = &choice});
}

}  // namespace

TEST_CASE("a choice is sorted, and what it names twice or pads is left out") {
  const BlockChoice choice{4, {1, 2, 1, 4}, {3, 0, 3, -1, -1, -1, -1, -1}};
  CHECK(choice.of(0, 0, 0) == std::vector<std::int64_t>{0, 3});
  CHECK(choice.of(0, 1, 0).empty());
}

// Token 9 of 10 in blocks of 4: block 2 has tokens 8 and 9. Key head 0 chooses blocks 0 and 2, 6 rows; key head 1
// blocks 2 and 7, of which there is only the first, 2 rows. Two query heads share each: 2 · 8 pairs. Of 3 blocks
// one and two are skipped.
TEST_CASE("only the chosen blocks are read") {
  const Problem p{.batch = 1, .heads = 4, .key_heads = 2, .tokens = 10, .dk = 3, .dv = 5};
  const BlockChoice choice{4, {1, 2, 1, 3}, {2, 0, -1, 7, 2, -1}};
  Counter counter;
  const Tensor output = chosen(p, choice, 9, counter).output;
  const Counts counts = counter.take();
  CHECK(counts.loaded == Bytes{8 * (3 + 5) * kNumber});
  CHECK(counts.read_of(Kept::entries) == Bytes{8 * (3 + 5) * kNumber});
  CHECK(counts.performed_of(Work::scores) == MultiplyAdds{2 * 8 * 3});
  CHECK(counts.largest_intermediate == 2 * 4);
  CHECK(counts.blocks_skipped == 1 + 2);

  Problem masked = p;
  masked.mask = [](const Pair& pair) { return pair.key >= 8 || (pair.head < 2 && pair.key < 4); };
  const Tensor expected = test::run_on(eager, masked, 9, 10, in_order(10)).attended.output;
  CHECK(largest_difference(output, expected) <= test::rounding(expected));
}

TEST_CASE("single tokens are blocks of one") {
  Problem p{.batch = 1, .heads = 2, .key_heads = 1, .tokens = 6, .dk = 3, .dv = 5};
  const BlockChoice choice{1, {1, 1, 1, 2}, {4, 1}};
  Counter counter;
  const Tensor output = chosen(p, choice, 5, counter).output;
  CHECK(counter.take().loaded == Bytes{2 * (3 + 5) * kNumber});
  p.mask = [](const Pair& pair) { return pair.key == 1 || pair.key == 4; };
  const Tensor expected = test::run_on(eager, p, 5, 6, in_order(6)).attended.output;
  CHECK(largest_difference(output, expected) <= test::rounding(expected));
}

TEST_CASE("blocks as large as a tile of streaming: the same bits") {
  CHECK(rc::check([] {
    const Problem p = test::any_problem();
    BlockChoice choice{16, {p.batch, p.key_heads, p.tokens, 3}, {}};
    for (std::int64_t row = 0; row < p.batch * p.key_heads * p.tokens; ++row) {
      choice.blocks.insert(choice.blocks.end(), {1, 0, 2});
    }
    Counter counter;
    const Tensor output = chosen(p, choice, 0, counter).output;
    RC_ASSERT(output == test::prefill(streaming, p).attended.output);
  }));
}

}  // namespace kvtally::reference::block_sparse_test
