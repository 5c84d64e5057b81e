#include "reference/kernel/fused.hpp"

#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::fused_test {

// Queries 2 and 3 of the two heads of key head 1, over tiles of 2 tokens; query 3 alone sees token 3. Tile 0 is
// hidden: nothing of it is loaded.
TEST_CASE("one tile of queries over tiles of keys") {
  test::Problem p{.batch = 1, .heads = 4, .key_heads = 2, .tokens = 4, .dk = 3, .dv = 5};
  p.mask = all_of(causal(), within(2));
  p.mask = all_of(p.mask, [](const Pair& pair) { return pair.key >= 2; });
  Counter counter;
  RowStore key_store(codec("real"), counter);
  RowStore value_store(codec("real"), counter);
  const Rows keys = test::placed(key_store, p.keys(), test::in_order(4));
  const Rows values = test::placed(value_store, p.values(), test::in_order(4));
  counter.take();
  const Tensor query = p.query();
  const AttentionInput input{
      .query = query, .keys = keys, .values = values, .mask = p.mask, .scoring = p.scoring, .counter = counter};
  Tensor output = output_of(input);
  FusedTile queries(input, {0, 1, 2, 4}, 0);
  for (const Tile& tile : tiles_of(keys, 2)) {
    queries.take(tile);
  }
  queries.finish(output);
  const Counts counts = counter.take();
  CHECK(counts.blocks_skipped == 1);
  CHECK(counts.largest_intermediate == 2 * 2 * 2);
  CHECK(counts.loaded == Bytes{2 * (3 + 5) * std::int64_t{sizeof(Real)}});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * (1 + 2) * 3});

  const Tensor expected = test::prefill(eager, p).attended.output;
  for (std::int64_t h = 0; h < 4; ++h) {
    const Tensor row = slice(slice(output, 1, h, h + 1), 2, 2, 4);
    const Tensor all = slice(slice(expected, 1, h, h + 1), 2, 2, 4);
    CHECK(largest_difference(row, h < 2 ? Tensor({1, 1, 2, 5}) : all) <= test::rounding(expected));
  }
}

}  // namespace kvtally::reference::fused_test
