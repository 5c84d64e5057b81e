#include "reference/kind/dplr_chunks.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/state_text.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference::dplr_chunks_test {

namespace {

// Decays below 1, and an α and a β that keep the state small.
LowRankTokens given(std::int64_t tokens) {
  const Shape shape{2, 4, tokens, 4};
  const auto small = [&](std::uint64_t seed) {
    return mapped(test::random_tensor(shape, seed), [](Real x) { return x / 4; });
  };
  return {test::state_text(tokens, 2, 4),
          mapped(test::random_tensor(shape, 4), [](Real x) { return -softplus(x); }), small(5), small(6)};
}

}  // namespace

TEST_CASE("chunks of any size give the recurrence's outputs and state") {
  CHECK(rc::check([] {
    const LowRankTokens text = given(*rc::gen::inRange<std::int64_t>(1, 15));
    const std::int64_t size = *rc::gen::inRange<std::int64_t>(1, 18);
    Counter counter;
    Tensor states = test::random_tensor({2, 4, 4, 3}, 7);
    Tensor other = states;
    const Tensor expected = dplr(text, states, counter);
    const Tensor ours = dplr_chunks(text, size, other, counter);
    constexpr double kBound = sizeof(Real) == 8 ? 1e-12 : 1e-3;
    RC_ASSERT(largest_difference(expected, ours) < kBound);
    RC_ASSERT(largest_difference(states, other) < kBound);
  }));
}

// One head, dk = 4, dv = 3, no α: a chunk of n tokens reads the matrix n times, its rows 1 + … + n times, decays
// the matrix once and writes n rows. 5 tokens in chunks of 2: (2, 2, 1).
TEST_CASE("what chunks multiply, by hand") {
  Counter counter;
  const NewTokens text{test::random_tensor({1, 1, 5, 4}, 1), test::random_tensor({1, 1, 5, 4}, 2),
                       test::random_tensor({1, 1, 5, 3}, 3)};
  Tensor states({1, 1, 4, 3});
  dplr_chunks(linear_case(text), 2, states, counter);
  const std::int64_t reads = 5 * 12 + (3 + 3 + 1) * (4 + 3);
  const std::int64_t ends = 3 * 12 + 5 * 12;
  CHECK(counter.take().useful_of(Work::state) == MultiplyAdds{reads + ends});
  // With α each token reads once more, and writes two rows: in a chunk of 2, reads of 0, 2, 2, 4 rows.
  LowRankTokens two{{slice(text.query, 2, 0, 2), slice(text.keys, 2, 0, 2), slice(text.values, 2, 0, 2)},
                    Tensor({1, 1, 2, 4}),
                    Tensor({1, 1, 2, 4}),
                    Tensor({1, 1, 2, 4})};
  dplr_chunks(two, 2, states, counter);
  CHECK(counter.take().useful_of(Work::state) == MultiplyAdds{4 * 12 + 8 * 7 + 12 + 4 * 12});
}

}  // namespace kvtally::reference::dplr_chunks_test
