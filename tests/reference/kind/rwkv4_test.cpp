#include "reference/kind/rwkv4.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

namespace kvtally::reference::rwkv4_test {

namespace {

Rwkv4State fresh(std::int64_t batch, std::int64_t channels) {
  const Tensor zeros({batch, 1, 1, channels});
  Tensor lowest = zeros;
  for (Real& number : lowest.values()) {
    number = -std::numeric_limits<Real>::infinity();
  }
  return {zeros, zeros, lowest};
}

bool close(const Tensor& a, const Tensor& b) {
  return largest_difference(a, b) < (sizeof(Real) == 8 ? 1e-12 : 1e-5);
}

}  // namespace

// Weights halve with each token (w = ln 2); the newest counts threefold (u = ln 3); keys are ln 1, ln 2, ln 4.
//   y_1 = 8
//   y_2 = (1 · 8 + 3 · 2 · 1) ÷ (1 + 6) = 2
//   y_3 = (½ · 8 + 2 · 1 + 12 · 3) ÷ (½ + 2 + 12) = 42 ÷ 14.5
// Then the sums are ¼ · 8 + 1 · 1 + 4 · 3 = 15 and ¼ + 1 + 4, divided by e^{ln 4}.
TEST_CASE("RWKV-4 by hand: a weighted mean of the values") {
  Counter counter;
  Rwkv4State state = fresh(1, 1);
  const Tensor keys({1, 3, 1}, {0, std::log(Real(2)), std::log(Real(4))});
  const Tensor y = rwkv4(keys, Tensor({1, 3, 1}, {8, 1, 3}), Tensor({1}, {std::log(Real(2))}),
                         Tensor({1}, {std::log(Real(3))}), state, counter);
  CHECK(close(y, Tensor({1, 3, 1}, {8, 2, 42 / Real(14.5)})));
  CHECK(close(state.numerator, Tensor({1, 1, 1, 1}, {Real(3.75)})));
  CHECK(close(state.denominator, Tensor({1, 1, 1, 1}, {Real(1.3125)})));
  CHECK(close(state.maximum, Tensor({1, 1, 1, 1}, {std::log(Real(4))})));
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{3 * 6});
}

TEST_CASE("keys whose exponential is no number") {
  Counter counter;
  for (const Real key : {Real(-5000), Real(5000)}) {
    Rwkv4State state = fresh(1, 1);
    const Tensor y =
        rwkv4(Tensor({1, 2, 1}, {key, key}), Tensor({1, 2, 1}, {1, 3}), Tensor({1}), Tensor({1}), state, counter);
    CHECK(close(y, Tensor({1, 2, 1}, {1, 2})));  // the mean of equal weights
  }
}

TEST_CASE("each request and channel by itself: two of each are four texts") {
  Counter counter;
  Rwkv4State state = fresh(2, 2);
  const Tensor keys({2, 1, 2});
  const Tensor y = rwkv4(keys, Tensor({2, 1, 2}, {1, 2, 3, 4}), Tensor({2}), Tensor({2}), state, counter);
  CHECK(close(y, Tensor({2, 1, 2}, {1, 2, 3, 4})));
  CHECK(close(state.numerator, Tensor({2, 1, 1, 2}, {1, 2, 3, 4})));
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{4 * 6});
}

}  // namespace kvtally::reference::rwkv4_test
