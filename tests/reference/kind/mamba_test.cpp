#include "reference/kind/mamba.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::mamba_test {

namespace {

StateLayer memory(const Shape& shape, Counter& counter) {
  StateLayer state(counter);
  state.allocate("state", shape, codec("real"));
  counter.take();
  return state;
}

}  // namespace

TEST_CASE("a selective scan by hand") {
  // One channel with two numbers, of which the first halves at each token (e^{−ln 2}) and the second stays. With
  // Δ = 1, B = (1, 2), C = (1, 1), D = 3 and x = 4, 2:
  //   h = (4, 8),            y = 12 + 3 · 4 = 24
  //   h = (2 + 2, 8 + 4),    y = 16 + 3 · 2 = 22
  Counter counter;
  StateLayer state = memory({1, 1, 1, 2}, counter);
  const ScanTokens tokens{Tensor({1, 2, 1}, {4, 2}), Tensor({1, 2, 1}, {1, 1}), Tensor({1, 2, 2}, {1, 2, 1, 2}),
                          Tensor({1, 2, 2}, {1, 1, 1, 1})};
  const Tensor a({1, 2}, {-std::log(Real(2)), 0});
  const Tensor y = selective_scan(state, "state", tokens, a, Tensor({1}, {3}), counter);
  CHECK(largest_difference(y, Tensor({1, 2, 1}, {24, 22})) < 1e-5);
  CHECK(largest_difference(state.held("state"), Tensor({1, 1, 1, 2}, {4, 12})) < 1e-5);
}

TEST_CASE("the step size chooses between the memory and the token") {
  // Δ = 0: the memory (7) stays and x = 5 is not written. Δ = 1000 with A = −1: e^{−1000} is 0 in every type, and
  // what is left is Δ x B = 5000.
  for (const auto& [delta, expected] : {std::pair<Real, Real>{Real(0), Real(7)}, {Real(1000), Real(5000)}}) {
    Counter counter;
    StateLayer state = memory({1, 1, 1, 1}, counter);
    state.write("state", Tensor({1, 1, 1, 1}, {7}));
    const Tensor one({1, 1, 1}, {1});
    const Tensor y = selective_scan(state, "state", {Tensor({1, 1, 1}, {5}), Tensor({1, 1, 1}, {delta}), one, one},
                                    Tensor({1, 1}, {-1}), Tensor({1}, {0}), counter);
    CHECK(y(0, 0, 0) == expected);
  }
}

TEST_CASE("a scan reads and rewrites its memory once a call, and multiplies three times a number and token") {
  Counter counter;
  StateLayer state = memory({2, 1, 3, 4}, counter);
  const Tensor x({2, 5, 3});
  const Tensor by_state({2, 5, 4});
  selective_scan(state, "state", {x, x, by_state, by_state}, Tensor({3, 4}), Tensor({3}), counter);
  const Counts counts = counter.take();
  const Bytes all{2 * 3 * 4 * std::int64_t{sizeof(Real)}};
  CHECK(counts.read_of(Kept::state) == all);
  CHECK(counts.written_of(Kept::state) == all);
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{3 * (3 * 4) * (2 * 5)});
}

}  // namespace kvtally::reference::mamba_test
