#include "reference/kind/native_parts.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "reference/random.hpp"

namespace kvtally::reference::native_parts_test {

TEST_CASE("a learned pool, by hand; the mean is one") {
  Counter counter;
  const Tensor raw({1, 1, 2, 2}, {1, 2, 3, 4});
  // Σ a_i (x_i + e_i) = 2·(1 + 1, 2 + 0) + 1·(3 + 0, 4 + 1) = (7, 9); W = ((0, 1), (1, 1)), b = (1, 0): (10, 16).
  const LearnedPool pool{
      Tensor({2}, {2, 1}), Tensor({2, 2}, {1, 0, 0, 1}), {Tensor({2, 2}, {0, 1, 1, 1}), Tensor({2}, {1, 0})}};
  CHECK(learned_pool(raw, pool, counter) == Tensor({1, 1, 1, 2}, {10, 16}));
  CHECK(counter.take().useful_of(Work::projection) == MultiplyAdds{4});
  CHECK(learned_pool(raw, mean_pool(2, 2), counter) == Tensor({1, 1, 1, 2}, {2, 3}));
}

// Entries of 4 tokens each 2: entry n covers the strides n and n + 1, and block j of 4 has the strides 2j and 2j
// + 1.
TEST_CASE("a block's importance counts each entry once for each stride of it that it covers") {
  const Tensor weights({1, 2, 1, 4}, {1, 10, 100, 1000, 2, 0, 0, 0});
  // Block 0: entry 0 twice, entry 1 once; block 1: entry 1 once, entry 2 twice, entry 3 once; block 2: entry 3
  // once.
  CHECK(block_importance(weights, 2, {4, 2}, 4, 3) == Tensor({1, 2, 1, 3}, {12, 1210, 1000, 4, 0, 0}));
  // Both heads in one group.
  CHECK(block_importance(weights, 1, {4, 2}, 4, 3) == Tensor({1, 1, 1, 3}, {16, 1210, 1000}));
  // Entries that are blocks.
  CHECK(block_importance(weights, 2, {2, 2}, 2, 4) == Tensor({1, 2, 1, 4}, {1, 10, 100, 1000, 2, 0, 0, 0}));
}

TEST_CASE("the first and the two newest blocks are forced, later ones never chosen") {
  const Tensor importance({1, 1, 1, 6}, {0, 1, 3, 2, 0, 9});
  using List = std::vector<std::int64_t>;
  const auto read = [&](std::int64_t query, std::int64_t count) {
    return native_choice(importance, query, count, 2).blocks.of(0, 0, 0);
  };
  CHECK(read(9, 3) == List{0, 3, 4});
  CHECK(read(9, 4) == List{0, 2, 3, 4});
  CHECK(read(9, 9) == List{0, 1, 2, 3, 4});
  CHECK(read(0, 3) == List{0});
  CHECK(read(3, 3) == List{0, 1});
}

TEST_CASE("branches are summed by their gates") {
  const Tensor a({1, 1, 1, 2}, {1, 2});
  const Tensor b({1, 1, 1, 2}, {10, 20});
  CHECK(gated({&a, &b}, Tensor({1, 1, 1, 2}, {3, Real(0.5)})) == Tensor({1, 1, 1, 2}, {8, 16}));
}

}  // namespace kvtally::reference::native_parts_test
