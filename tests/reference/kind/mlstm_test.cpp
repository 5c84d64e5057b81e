#include "reference/kind/mlstm.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::mlstm_test {

namespace {

MatrixLstmState fresh(std::int64_t batch, std::int64_t heads, std::int64_t key_dim, std::int64_t value_dim) {
  return {Tensor({batch, heads, key_dim, value_dim}), Tensor({batch, heads, 1, key_dim}),
          Tensor({batch, 1, 1, heads})};
}

}  // namespace

// Keys and queries of 1 number. Gates i = 4, 2 and f = ½ (of nothing), ½; k = 1, 3; v = 10, 20; q = 1, 2. Without
// the stabiliser: C = 40, n = 4, h = 40 ÷ max(4, 1) = 10; C = 20 + 120 = 140, n = 2 + 6 = 8, h = 280 ÷ 16 = 17.5.
// m = max(ln ½, ln 4) = ln 4, then max(ln 2, ln 2) = ln 2: C = 140 ÷ 2, n = 8 ÷ 2.
TEST_CASE("a matrix LSTM by hand") {
  Counter counter;
  MatrixLstmState state = fresh(1, 1, 1, 1);
  const MatrixLstmGates gates{test::column(test::logs({4, 2})), test::column(test::logs({Real(0.5), Real(0.5)}))};
  const NewTokens tokens{test::column({1, 2}), test::column({1, 3}), test::column({10, 20})};
  CHECK(test::close(matrix_lstm(tokens, gates, state, counter), {10, Real(17.5)}));
  CHECK(test::close(state.matrix, {70}));
  CHECK(test::close(state.normaliser, {4}));
  CHECK(test::close(state.stabiliser, {std::log(Real(2))}));
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{2 * 6});  // 3 · 1 · (1 + 1) a token
}

// i = ¼: n q = ¼, below 1, so h = ¼ · 8 ÷ 1.
TEST_CASE("small weights are not raised to a sum of 1") {
  Counter counter;
  MatrixLstmState state = fresh(1, 1, 1, 1);
  const MatrixLstmGates gates{test::column(test::logs({Real(0.25)})), test::column({0})};
  CHECK(test::close(matrix_lstm({test::column({1}), test::column({1}), test::column({8})}, gates, state, counter),
                    {2}));
}

// e^2000 is no number, and neither is e^-2000: what the stabiliser is for.
TEST_CASE("an input gate beyond all numbers") {
  Counter counter;
  MatrixLstmState state = fresh(1, 1, 1, 1);
  const MatrixLstmGates gates{test::column({2000, -2000}), test::column({0, 0})};
  const NewTokens tokens{test::column({1, 1}), test::column({1, 1}), test::column({8, 3})};
  CHECK(test::close(matrix_lstm(tokens, gates, state, counter), {8, 8}));
  CHECK(test::close(state.stabiliser, {2000}));
}

// 2 requests, 4 heads, 5 tokens: 40 times 3 · 4 · (3 + 1).
TEST_CASE("the multiply-adds of a matrix LSTM for a text") {
  Counter counter;
  MatrixLstmState state = fresh(2, 4, 4, 3);
  const Tensor gate({2, 4, 5, 1});
  matrix_lstm(test::state_text(5, 2, 4), {gate, gate}, state, counter);
  CHECK(state.normaliser.shape() == Shape{2, 4, 1, 4});
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{40 * 48});
}

}  // namespace kvtally::reference::mlstm_test
