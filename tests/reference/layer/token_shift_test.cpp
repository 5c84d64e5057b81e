#include "reference/layer/token_shift.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::token_shift_test {

TEST_CASE("the token before is the last of the call before, zero at the start") {
  Counter counter;
  StateLayer state(counter);
  state.allocate("shift", {2, 1, 1, 1}, codec("real"));
  counter.take();
  CHECK(tokens_before(state, "shift", Tensor({2, 3, 1}, {1, 2, 3, 10, 20, 30})) ==
        Tensor({2, 3, 1}, {0, 1, 2, 0, 10, 20}));
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == Bytes{2 * std::int64_t{sizeof(Real)}});
  CHECK(counts.written_of(Kept::state) == Bytes{2 * std::int64_t{sizeof(Real)}});
  CHECK(tokens_before(state, "shift", Tensor({2, 1, 1}, {4, 40})) == Tensor({2, 1, 1}, {3, 30}));
}

TEST_CASE("each channel has its share of the token before") {
  const Tensor x({1, 1, 3}, {8, 8, 8});
  const Tensor before({1, 1, 3}, {4, 4, 4});
  CHECK(shifted(x, before, Tensor({3}, {0, Real(0.25), 1})) == Tensor({1, 1, 3}, {8, 7, 4}));
}

}  // namespace kvtally::reference::token_shift_test
