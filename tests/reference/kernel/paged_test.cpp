#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::paged_test {

using test::in_order;
using test::Problem;
using test::run_on;

namespace {

struct Paged {
  Attended (*paged)(const AttentionInput&);
  Attended (*base)(const AttentionInput&);
};

constexpr Paged kAll[] = {{paged_eager, eager}, {paged_sdpa, sdpa}, {paged_streaming, streaming}};

}  // namespace

// Pages of 4 tokens. The newest of 18 tokens sees pages 0 to 4 in full, tokens 13 to 17 (pages 3 and 4) with a
// window of 5, and with the first 2 tokens kept page 0 as well.
TEST_CASE("pages that a step cannot do without") {
  Problem p{.batch = 2, .heads = 4, .key_heads = 2, .tokens = 18, .dk = 3, .dv = 5};
  const auto touched = [&](const Paged& kernel, const Mask& mask) {
    p.mask = mask;
    return run_on(kernel.paged, p, 17, 18, in_order(18)).counts.pages_touched;
  };
  for (const Paged& kernel : kAll) {
    CHECK(touched(kernel, causal()) == 5);
    CHECK(touched(kernel, all_of(causal(), within(5))) == 2);
    CHECK(touched(kernel, all_of(causal(), any_of(within(5), first(2)))) == 3);
    CHECK(touched(kernel, [](const Pair&) { return false; }) == 0);
  }
}

TEST_CASE("two slots in one page are one page") {
  const Problem p{.batch = 1, .heads = 1, .key_heads = 1, .tokens = 4, .dk = 1, .dv = 1};
  // Slots 0 to 3 are page 9, slots 4 to 7 page 8; empty slots need none.
  CHECK(run_on(paged_streaming, p, 3, 4, {3, -1, 0, -1, -1, -1, 1, 2}).counts.pages_touched == 2);
  CHECK(run_on(paged_streaming, p, 3, 4, {3, 2, 0, 1, -1, -1, -1, -1}).counts.pages_touched == 1);
}

// Two requests of 8 tokens: the first page is shared, the second is each one's own.
TEST_CASE("a page that requests share is touched once") {
  const Problem p{.batch = 2, .heads = 1, .key_heads = 1, .tokens = 8, .dk = 1, .dv = 1};
  Counter counter;
  const Rows keys = Rows(p.keys(), in_order(8)).in_pages({3, 3, 3, 3, 5, 5, 5, 5, 3, 3, 3, 3, 4, 4, 4, 4});
  const Rows values(p.values(), in_order(8));
  const Tensor query = p.query();
  paged_streaming(
      {.query = query, .keys = keys, .values = values, .mask = p.mask, .scoring = p.scoring, .counter = counter});
  CHECK(counter.take().pages_touched == 3);
}

TEST_CASE("through a page table: the base kernel's bits and counts") {
  for (const Paged& kernel : kAll) {
    CHECK(rc::check([&] {
      const Problem p = test::any_problem();
      const auto paged = test::prefill(kernel.paged, p);
      const auto base = test::prefill(kernel.base, p);
      RC_ASSERT(paged.attended.output == base.attended.output);
      RC_ASSERT(paged.counts.loaded == base.counts.loaded);
      RC_ASSERT(paged.counts.performed == base.counts.performed);
      RC_ASSERT(base.counts.pages_touched == 0);
    }));
  }
}

}  // namespace kvtally::reference::paged_test
