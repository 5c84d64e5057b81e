#include "reference/kind/mamba2.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::mamba2_test {

TEST_CASE("a state-space dual by hand") {
  // Two heads, one number wide, that share B = (1, 2) and C = (1, 1); Δ = 1.
  // Head 0 halves its memory, D = 3, x = 4, 2:  H = (4, 8), y = 12 + 12;  H = (2 + 2, 4 + 4), y = 12 + 6.
  // Head 1 keeps it,        D = 0, x = 1, 1:  H = (1, 2), y = 3;       H = (2, 4),         y = 6.
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 2, 2, 1}, codec("real"));
  counter.take();
  const DualTokens tokens{Tensor({1, 2, 2, 1}, {4, 2, 1, 1}), Tensor({1, 2, 2}, {1, 1, 1, 1}),
                          Tensor({1, 1, 2, 2}, {1, 2, 1, 2}), Tensor({1, 1, 2, 2}, {1, 1, 1, 1})};
  const DualWeights weights{Tensor({2}, {-std::log(Real(2)), 0}), Tensor({2}, {3, 0})};
  const Tensor y = state_space_dual(state, "state", tokens, weights, counter);
  CHECK(largest_difference(y, Tensor({1, 2, 2, 1}, {24, 18, 3, 6})) < 1e-5);
  CHECK(largest_difference(state.held("state"), Tensor({1, 2, 2, 1}, {4, 8, 2, 4})) < 1e-5);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == Bytes{4 * std::int64_t{sizeof(Real)}});
  CHECK(counts.written_of(Kept::state) == Bytes{4 * std::int64_t{sizeof(Real)}});
  // 3 · heads · P · N a token, 2 tokens
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{3 * 2 * 1 * 2 * 2});
}

TEST_CASE("heads share groups in order") {
  // Four heads, two groups: B is 1 in the first and 10 in the second; with C = 1, x = Δ = 1 and D = 0, y is B.
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 4, 1, 1}, codec("real"));
  const DualTokens tokens{Tensor({1, 4, 1, 1}, {1, 1, 1, 1}), Tensor({1, 1, 4}, {1, 1, 1, 1}),
                          Tensor({1, 2, 1, 1}, {1, 10}), Tensor({1, 2, 1, 1}, {1, 1})};
  const Tensor y = state_space_dual(state, "state", tokens, {Tensor({4}, {-1, -1, -1, -1}), Tensor({4})}, counter);
  CHECK(y == Tensor({1, 4, 1, 1}, {1, 1, 10, 10}));
}

}  // namespace kvtally::reference::mamba2_test
