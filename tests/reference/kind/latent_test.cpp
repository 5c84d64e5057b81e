#include "reference/kind/latent.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::latent_test {

// Two heads, out 2, rank 3.
//   W_0 = | 1 2 3 |   W_1 = | 0 1 0 |
//         | 0 1 0 |         | 2 0 2 |
const Tensor kWeight({2, 2, 3}, {1, 2, 3, 0, 1, 0, 0, 1, 0, 2, 0, 2});

TEST_CASE("a latent is lifted by the matrix of each head") {
  Counter counter;
  // x = (1, 10, 100): W_0 x = (1 + 20 + 300, 10), W_1 x = (10, 2 + 200).
  CHECK(lifted(Tensor({1, 1, 1, 3}, {1, 10, 100}), kWeight, counter) == Tensor({1, 2, 1, 2}, {321, 10, 10, 202}));
  CHECK(counter.take().useful_of(Work::expansion) == MultiplyAdds{2 * 2 * 3});
  // With a row for each head: x_1 = (1, 1, 1), so W_1 x_1 = (1, 4).
  CHECK(lifted(Tensor({1, 2, 1, 3}, {1, 10, 100, 1, 1, 1}), kWeight, counter) ==
        Tensor({1, 2, 1, 2}, {321, 10, 1, 4}));
}

TEST_CASE("a query is taken to the latents by the transposed matrix") {
  Counter counter;
  // W_0ᵀ (1, 10) = (1, 2 + 10, 3), W_1ᵀ (1, 10) = (20, 1, 20).
  CHECK(lowered(Tensor({1, 2, 1, 2}, {1, 10, 1, 10}), kWeight, counter) ==
        Tensor({1, 2, 1, 3}, {1, 12, 3, 20, 1, 20}));
  CHECK(counter.take().useful_of(Work::expansion) == MultiplyAdds{2 * 2 * 3});
}

TEST_CASE("each head's key ends with the shared rotary key") {
  Counter counter;
  const LatentWeights weights{kWeight, kWeight};
  CHECK(expanded_keys(Tensor({1, 1, 1, 3}, {1, 10, 100}), Tensor({1, 1, 1, 1}, {7}), weights, counter) ==
        Tensor({1, 2, 1, 3}, {321, 10, 7, 10, 202, 7}));
  CHECK(expanded_keys(Tensor({1, 1, 1, 3}, {1, 10, 100}), Tensor({1, 1, 1, 0}), weights, counter) ==
        Tensor({1, 2, 1, 2}, {321, 10, 10, 202}));
}

}  // namespace kvtally::reference::latent_test
