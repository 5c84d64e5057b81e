#include "reference/kind/mamba2_chunked.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference::mamba2_chunked_test {

namespace {

Real negative(Real log) { return -std::exp(log); }

}  // namespace

TEST_CASE("chunks of any length give what the recurrence gives") {
  CHECK(rc::check([] {
    const auto size = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); };
    const std::int64_t groups = size(3);
    const std::int64_t heads = groups * size(2);
    const std::int64_t tokens = size(13);
    const std::int64_t dim = size(4);
    const std::int64_t rows = size(4);
    const DualTokens dual{test::random_tensor({2, heads, tokens, dim}, 1),
                          mapped(test::random_tensor({2, tokens, heads}, 2), softplus),
                          test::random_tensor({2, groups, tokens, rows}, 3),
                          test::random_tensor({2, groups, tokens, rows}, 4)};
    const DualWeights weights{mapped(test::random_tensor({heads}, 5), negative), test::random_tensor({heads}, 6)};
    Counter counter;
    StateLayer one(counter);
    StateLayer other(counter);
    for (StateLayer* state : {&one, &other}) {
      state->allocate("state", {2, heads, rows, dim}, codec("real"));
      state->write("state", test::random_tensor({2, heads, rows, dim}, 7));
    }
    const Tensor expected = state_space_dual(one, "state", dual, weights, counter);
    const Tensor y = state_space_dual_chunked(other, "state", dual, weights, size(15), counter);
    const double bound = sizeof(Real) == 8 ? 1e-12 : 1e-3;
    RC_ASSERT(largest_difference(expected, y) <= bound);
    RC_ASSERT(largest_difference(one.held("state"), other.held("state")) <= bound);
  }));
}

TEST_CASE("what chunks multiply") {
  // One head, N = 2, P = 3, four tokens in chunks of 3 and 1. First chunk: 3 reads and 3 writes and one decay of
  // 6, and 6 pairs of 2 + 3: 72. Second: 6 + 6 + 6 and one pair of 5: 23.
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 1, 2, 3}, codec("real"));
  counter.take();
  const Tensor keys({1, 1, 4, 2});
  state_space_dual_chunked(state, "state", {Tensor({1, 1, 4, 3}), Tensor({1, 4, 1}), keys, keys},
                           {Tensor({1}), Tensor({1})}, 3, counter);
  const Counts counts = counter.take();
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{72 + 23});
  CHECK(counts.read_of(Kept::state) == Bytes{6 * std::int64_t{sizeof(Real)}});
  CHECK(counts.written_of(Kept::state) == Bytes{6 * std::int64_t{sizeof(Real)}});
}

TEST_CASE("decays that would vanish over a long text do no harm to a chunk") {
  // 400 tokens with Δ A = −5: e^{−2000} is 0, so that dividing by it would be no number. y = x, the rest is below
  // e^{−5} of it.
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 1, 1, 1}, codec("real"));
  Tensor ones({1, 1, 400, 1});
  for (Real& number : ones.values()) {
    number = 1;
  }
  const Tensor y = state_space_dual_chunked(state, "state", {ones, reshaped(ones, {1, 400, 1}), ones, ones},
                                            {Tensor({1}, {-5}), Tensor({1})}, 400, counter);
  CHECK(static_cast<double>(y(0, 0, 399, 0)) == doctest::Approx(1 / (1 - std::exp(-5.0))));
}

}  // namespace kvtally::reference::mamba2_chunked_test
