#include "reference/kernel/kernel.hpp"

#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::kernel_test {

using test::any_problem;
using test::in_order;
using test::Places;
using test::prefill;
using test::Problem;
using test::Ran;
using test::run_on;

TEST_CASE("a kernel that there isn't") {
  const auto found = find_kernel("flash");
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() ==
        "there is no kernel 'flash'; there are eager, sdpa, streaming, flex, paged|eager, paged|sdpa, "
        "paged|streaming, block_sparse");
  CHECK(find_kernel("paged|sdpa").value()->name == "paged|sdpa");
}

TEST_CASE("every row of a prefill is the decode of its token, bit for bit") {
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    CHECK(rc::check([&] {
      const Problem p = any_problem();
      const Tensor all = prefill(kernel.run, p).attended.output;
      for (std::int64_t t = p.tokens; t-- > std::max<std::int64_t>(0, p.tokens - 3);) {
        const Tensor row = run_on(kernel.run, p, t, t + 1, in_order(t + 1)).attended.output;
        RC_ASSERT(row == slice(all, 2, t, t + 1));
      }
    }));
  }
}

TEST_CASE("it does not matter where a container keeps a token, nor what it keeps beside") {
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    CHECK(rc::check([&] {
      const Problem p = any_problem();
      Places places = in_order(p.tokens);
      places.insert(places.end(), static_cast<std::size_t>(*rc::gen::inRange(0, 5)), -1);
      std::shuffle(places.begin(), places.end(), std::mt19937_64(p.seed));
      const Tensor shuffled = run_on(kernel.run, p, 0, p.tokens, places).attended.output;
      RC_ASSERT(shuffled == prefill(kernel.run, p).attended.output);
    }));
  }
  // A window of 5: only the last 5 tokens are there, out of 30.
  Problem p{.batch = 2, .heads = 4, .key_heads = 2, .tokens = 30, .dk = 8, .dv = 6};
  p.mask = all_of(causal(), within(5));
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    CHECK(run_on(kernel.run, p, 29, 30, {28, 29, 25, 26, 27}).attended.output ==
          slice(prefill(kernel.run, p).attended.output, 2, 29, 30));
  }
}

TEST_CASE("all kernels say what eager says") {
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    CHECK(rc::check([&] {
      const Problem p = any_problem();
      const Ran expected = prefill(eager, p);
      const Ran ran = prefill(kernel.run, p);
      RC_ASSERT(largest_difference(ran.attended.output, expected.attended.output) <=
                test::rounding(expected.attended.output));
      // ... and all need the same stored bytes and do the same useful work.
      RC_ASSERT(ran.counts.read == expected.counts.read);
      RC_ASSERT(ran.counts.useful == expected.counts.useful);
    }));
  }
}

// 2 requests, 6 query heads on 3 key heads, 40 tokens: the square is 2 · 6 · 40 · 40 = 19200 numbers. Everything
// else stays below it: sdpa's tensor of a mask for one head is 40 · 40, a tile at most 64 · 16.
TEST_CASE("a kernel makes the square and hands out weights just when it says so") {
  Problem p{.batch = 2, .heads = 6, .key_heads = 3, .tokens = 40, .dk = 4, .dv = 4};
  for (const Mask& mask : {causal(), everything(), all_of(causal(), within(3))}) {
    p.mask = mask;
    for (const Kernel& kernel : kernels()) {
      CAPTURE(kernel.name);
      const Ran ran = prefill(kernel.run, p);
      CHECK((ran.counts.largest_intermediate == 19200) == kernel.square);
      CHECK((ran.counts.largest_intermediate <= 1600) == !kernel.square);
      CHECK(ran.attended.weights.has_value() == kernel.weights);
    }
  }
}

// 10 tokens, dk 3, dv 5, 2 heads: 10 · 11 ÷ 2 = 55 pairs are visible, each 3 multiply-adds for the score and 5 for
// the value, in 2 heads: 330 and 550. The square has 100 pairs: 600 and 1000.
TEST_CASE("useful and performed multiply-adds of a causal prefill") {
  const Problem p{.batch = 1, .heads = 2, .key_heads = 1, .tokens = 10, .dk = 3, .dv = 5};
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    const Counts counts = prefill(kernel.run, p).counts;
    CHECK(counts.useful_of(Work::scores) == MultiplyAdds{330});
    CHECK(counts.useful_of(Work::values) == MultiplyAdds{550});
    const bool square = kernel.square || kernel.name == "flex";  // 10 tokens are one block of flex
    CHECK(counts.performed_of(Work::scores) == MultiplyAdds{square ? 600 : 330});
    CHECK(counts.performed_of(Work::values) == MultiplyAdds{square ? 1000 : 550});
  }
}

TEST_CASE("a query that sees nothing gets zeros") {
  Problem p{.batch = 1, .heads = 2, .key_heads = 2, .tokens = 3, .dk = 4, .dv = 4};
  p.mask = [](const Pair& pair) { return pair.key < pair.query; };
  for (const bool sinking : {false, true}) {
    p.scoring.sinks = sinking ? std::vector<Real>{1, 2} : std::vector<Real>{};
    for (const Kernel& kernel : kernels()) {
      CAPTURE(kernel.name);
      const Tensor output = prefill(kernel.run, p).attended.output;
      CHECK(slice(output, 2, 0, 1) == Tensor({1, 2, 1, 4}));
      CHECK(run_on(kernel.run, p, 0, 1, {}).attended.output == Tensor({1, 2, 1, 4}));
    }
  }
}

}  // namespace kvtally::reference::kernel_test
