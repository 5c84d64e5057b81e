#include "reference/kernel/flex.hpp"

#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::flex_test {

using test::in_order;
using test::prefill;
using test::Problem;
using test::run_on;

namespace {

std::string letters(const Problem& p) {
  Counter counter;
  const Rows rows(p.keys(), in_order(p.tokens));
  const Tensor query = p.query();
  const BlockMask mask = block_mask(
      {.query = query, .keys = rows, .values = rows, .mask = p.mask, .scoring = p.scoring, .counter = counter});
  std::string out;
  for (const BlockSight sight : mask.sights) {
    out += sight == BlockSight::skipped ? '.' : sight == BlockSight::partial ? '/' : '#';
    out += out.size() % (mask.keys.size() + 1) == mask.keys.size() ? "\n" : "";
  }
  return out;
}

}  // namespace

// 40 tokens are blocks of 16, 16 and 8.
TEST_CASE("blocks are skipped, partial or full") {
  Problem p{.batch = 1, .heads = 1, .key_heads = 1, .tokens = 40, .dk = 1, .dv = 1};
  CHECK(letters(p) == "/..\n#/.\n##/\n");
  p.mask = everything();
  CHECK(letters(p) == "###\n###\n###\n");
  p.mask = all_of(causal(), within(10));
  CHECK(letters(p) == "/..\n//.\n.//\n");
  p.mask = all_of(causal(), same_chunk(16));
  CHECK(letters(p) == "/..\n./.\n../\n");
  p.mask = all_of(causal(), any_of(within(4), first(16)));  // sinks that are kept
  CHECK(letters(p) == "/..\n#/.\n#//\n");
}

// Causal, 40 tokens, one head: 3 blocks are skipped. In partial blocks all pairs are multiplied: 16² + 16² + 8² =
// 576; full ones have 16 · 16 + 8 · 16 + 8 · 16 = 512. 820 pairs are visible. The function is asked for all 1600
// pairs when the blocks are made, and once more for the 576 in partial blocks.
TEST_CASE("what flex computes and asks") {
  Problem p{.batch = 1, .heads = 1, .key_heads = 1, .tokens = 40, .dk = 3, .dv = 5};
  std::int64_t asked = 0;
  p.mask = [&](const Pair& pair) {
    ++asked;
    return pair.key <= pair.query;
  };
  const Counts counts = prefill(flex, p).counts;
  CHECK(asked == 1600 + 576);
  CHECK(counts.blocks_skipped == 3);
  CHECK(counts.performed_of(Work::scores) == MultiplyAdds{(576 + 512) * 3});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{820 * 3});
  CHECK(counts.performed_of(Work::values) == MultiplyAdds{(576 + 512) * 5});
  CHECK(counts.largest_intermediate == 16 * 16);
  // Blocks of queries [0, 16), [16, 32), [32, 40) load 16, 32 and 40 keys and values.
  CHECK(counts.loaded == Bytes{88 * (3 + 5) * std::int64_t{sizeof(Real)}});
}

// The newest token of 40 with a window of 5: only block [32, 40) is touched, and of it only 5 rows are needed.
TEST_CASE("a decode step of a window") {
  Problem p{.batch = 1, .heads = 2, .key_heads = 1, .tokens = 40, .dk = 3, .dv = 5};
  p.mask = all_of(causal(), within(5));
  const Counts counts = run_on(flex, p, 39, 40, in_order(40)).counts;
  CHECK(counts.blocks_skipped == 2 * 2);
  CHECK(counts.loaded == Bytes{2 * 8 * (3 + 5) * std::int64_t{sizeof(Real)}});
  CHECK(counts.read_of(Kept::entries) == Bytes{5 * (3 + 5) * std::int64_t{sizeof(Real)}});
}

}  // namespace kvtally::reference::flex_test
