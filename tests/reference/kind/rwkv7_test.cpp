#include "reference/kind/rwkv7.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::rwkv7_test {

namespace {

// One token of one head with two key channels and values one wide; all keys are (1, 0).
Rwkv7Tokens token(Real value, Real decay, Real rate) {
  const Tensor key({1, 1, 1, 2}, {1, 0});
  return {.receptance = key,
          .decay = Tensor({1, 1, 1, 2}, {decay, 1}),
          .key = key,
          .value = Tensor({1, 1, 1, 1}, {value}),
          .removal = key,
          .rate = Tensor({1, 1, 1, 2}, {rate, 1})};
}

}  // namespace

TEST_CASE("the recurrence of RWKV-7 by hand") {
  Counter counter;
  StateLayer state(counter);
  state.allocate("matrix", {1, 1, 2, 1}, codec("real"));
  const auto run = [&](const Rwkv7Tokens& tokens) { return rwkv7(state, "matrix", tokens, counter)(0, 0, 0, 0); };
  CHECK(run(token(5, 1, 1)) == 5);
  // At a rate of 1 the old value goes whole: 5 − 5 + 7.
  CHECK(run(token(7, 1, 1)) == 7);
  // Half of it decays, and a quarter of what was there before the decay is removed: 3.5 − 1.75 + 1.
  CHECK(run(token(1, Real(0.5), Real(0.25))) == Real(2.75));
  // Nothing is removed, all decays: 0 + 4.
  CHECK(run(token(4, 0, 0)) == 4);
  CHECK(state.held("matrix") == Tensor({1, 1, 2, 1}, {4, 0}));
}

TEST_CASE("a token multiplies five times a number of the state, which is read and rewritten once a call") {
  Counter counter;
  StateLayer state(counter);
  state.allocate("matrix", {2, 3, 4, 5}, codec("real"));
  counter.take();
  const Tensor keys({2, 3, 7, 4});
  const Tensor y = rwkv7(state, "matrix",
                         {.receptance = keys,
                          .decay = keys,
                          .key = keys,
                          .value = Tensor({2, 3, 7, 5}),
                          .removal = keys,
                          .rate = keys},
                         counter);
  CHECK(y.shape() == Shape{2, 3, 7, 5});
  const Counts counts = counter.take();
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{5 * (4 * 5) * (2 * 3 * 7)});
  CHECK(counts.read_of(Kept::state) == Bytes{2 * 3 * 4 * 5 * std::int64_t{sizeof(Real)}});
  CHECK(counts.written_of(Kept::state) == Bytes{2 * 3 * 4 * 5 * std::int64_t{sizeof(Real)}});
}

}  // namespace kvtally::reference::rwkv7_test
