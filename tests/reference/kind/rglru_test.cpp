#include "reference/kind/rglru.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::rglru_test {

namespace {

bool close(const Tensor& a, const Tensor& b) {
  return largest_difference(a, b) < (sizeof(Real) == 8 ? 1e-12 : 1e-5);
}

// Λ for which a recurrence gate of 1 gives this a: 8 softplus(Λ) = −ln a.
Real log_rate(Real a) { return std::log(std::expm1(-std::log(a) / 8)); }

}  // namespace

// a = 0.6, so that √(1 − a²) = 0.8; h = 10.
//   r = 1, i = ½, x = 5:  0.6 · 10 + 0.8 · ½ · 5 = 8
//   r = 0, i = 1, x = 99: 1 · 8 + 0 = 8
//   r = 2, i = 0, x = 99: 0.36 · 8 = 2.88
TEST_CASE("a gated recurrence by hand") {
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 1, 1, 1}, codec("real"));
  state.write("state", Tensor({1, 1, 1, 1}, {10}));
  counter.take();
  const RecurrentTokens tokens{Tensor({1, 3, 1}, {5, 99, 99}), Tensor({1, 3, 1}, {Real(0.5), 1, 0}),
                               Tensor({1, 3, 1}, {1, 0, 2})};
  const Tensor rates({1}, {log_rate(Real(0.6))});
  CHECK(close(recurrence_decay(tokens.recurrence_gate, rates), Tensor({1, 3, 1}, {Real(0.6), 1, Real(0.36)})));
  CHECK(close(gated_recurrence(state, "state", tokens, rates, counter), Tensor({1, 3, 1}, {8, 8, Real(2.88)})));
  CHECK(close(state.held("state"), Tensor({1, 1, 1, 1}, {Real(2.88)})));
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == Bytes{std::int64_t{sizeof(Real)}});
  CHECK(counts.written_of(Kept::state) == Bytes{std::int64_t{sizeof(Real)}});
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{3 * 2});
}

TEST_CASE("a channel's rate is its own, in every request") {
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {2, 1, 1, 2}, codec("real"));
  state.write("state", Tensor({2, 1, 1, 2}, {10, 10, 20, 20}));
  const Tensor none({2, 1, 2});
  const Tensor ones({2, 1, 2}, {1, 1, 1, 1});
  const Tensor rates({2}, {log_rate(Real(0.5)), log_rate(Real(0.1))});
  CHECK(close(gated_recurrence(state, "state", {none, ones, ones}, rates, counter),
              Tensor({2, 1, 2}, {5, 1, 10, 2})));
}

}  // namespace kvtally::reference::rglru_test
