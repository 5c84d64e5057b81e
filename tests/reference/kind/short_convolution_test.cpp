#include "reference/kind/short_convolution.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/kind/convolution_tail.hpp"
#include "reference/random.hpp"

namespace kvtally::reference::short_convolution_test {

namespace {

StateLayer with_tail(std::int64_t batch, std::int64_t channels, std::int64_t kernel, Counter& counter) {
  StateLayer state(counter);
  allocate_tail(state, "tail", batch, channels, kernel, codec("real"));
  return state;
}

Tensor take(StateLayer& state, const Tensor& x, const Convolution& convolution, Counter& counter) {
  Tensor y = short_convolution(state, "tail", x, convolution, counter);
  state.saw(x.size(1));
  return y;
}

}  // namespace

// k = 3, w = (1, 10, 100), b = 1: y_t = 1 + x_{t−2} + 10 x_{t−1} + 100 x_t.
TEST_CASE("a short convolution by hand") {
  Counter counter;
  StateLayer state = with_tail(1, 1, 3, counter);
  const Convolution convolution{Tensor({1, 3}, {1, 10, 100}), Tensor({1}, {1})};
  const Tensor x({1, 4, 1}, {1, 2, 3, 4});
  CHECK(take(state, x, convolution, counter) == Tensor({1, 4, 1}, {101, 211, 322, 433}));
  // and behind them 5: 1 + 3 + 40 + 500
  CHECK(take(state, Tensor({1, 1, 1}, {5}), convolution, counter) == Tensor({1, 1, 1}, {544}));
}

TEST_CASE("channels and requests don't mix, and a bias may be absent") {
  Counter counter;
  StateLayer state = with_tail(2, 2, 2, counter);
  const Convolution convolution{Tensor({2, 2}, {1, 2, 10, 20}), {}};
  // requests (1, 100), (3, 300); channels w = (1, 2) and (10, 20), nothing before the first token
  const Tensor first = take(state, Tensor({2, 1, 2}, {1, 100, 3, 300}), convolution, counter);
  CHECK(first == Tensor({2, 1, 2}, {2, 2000, 6, 6000}));
  const Tensor second = take(state, Tensor({2, 1, 2}), convolution, counter);
  CHECK(second == Tensor({2, 1, 2}, {1, 1000, 3, 3000}));
}

TEST_CASE("a kernel of one token needs no past") {
  Counter counter;
  StateLayer state = with_tail(1, 2, 1, counter);
  const Tensor y = take(state, Tensor({1, 1, 2}, {3, 4}), {Tensor({2, 1}, {2, 5}), {}}, counter);
  CHECK(y == Tensor({1, 1, 2}, {6, 20}));
  CHECK(state.footprint() == Footprint{});
  CHECK(counter.counts().read_of(Kept::state) == Bytes{0});
}

TEST_CASE("any partition of a text gives the same outputs and the same tail, bit for bit") {
  CHECK(rc::check([] {
    const auto steps =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 6)));
    const std::int64_t kernel = *rc::gen::inRange<std::int64_t>(2, 6);
    std::int64_t tokens = 0;
    for (const std::int64_t step : steps) {
      tokens += step;
    }
    const Convolution convolution{test::random_tensor({3, kernel}, 1), test::random_tensor({3}, 2)};
    const Tensor x = test::random_tensor({2, tokens, 3}, 3);
    Counter counter;
    StateLayer whole = with_tail(2, 3, kernel, counter);
    const Tensor expected = take(whole, x, convolution, counter);
    StateLayer state = with_tail(2, 3, kernel, counter);
    Tensor y({2, 0, 3});
    for (const std::int64_t step : steps) {
      y = joined(y, take(state, slice(x, 1, y.size(1), y.size(1) + step), convolution, counter), 1);
    }
    RC_ASSERT(y == expected);
    RC_ASSERT(tail_in_order(state, "tail") == tail_in_order(whole, "tail"));
  }));
}

// 3 channels, k = 4: a tail of 9 numbers.
TEST_CASE("a step reads the tail once, writes one column and multiplies k times channels") {
  Counter counter;
  StateLayer state = with_tail(1, 3, 4, counter);
  counter.take();
  take(state, test::random_tensor({1, 1, 3}, 1), {test::random_tensor({3, 4}, 2), {}}, counter);
  const Counts counts = counter.take();
  constexpr std::int64_t kNumber = sizeof(Real);
  CHECK(counts.read_of(Kept::state) == Bytes{9 * kNumber});
  CHECK(counts.written_of(Kept::state) == Bytes{3 * kNumber});
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{12});
}

}  // namespace kvtally::reference::short_convolution_test
