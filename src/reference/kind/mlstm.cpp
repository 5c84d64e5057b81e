#include "reference/kind/mlstm.hpp"

#include <cmath>

namespace kvtally::reference {

// The normaliser is the state of a value that is always 1: a matrix [key dim, 1].
Tensor matrix_lstm(const NewTokens& tokens, const MatrixLstmGates& gates, MatrixLstmState& state,
                   Counter& counter) {
  const Shape shape = state.normaliser.shape();
  Tensor columns = reshaped(std::move(state.normaliser), {shape[0], shape[1], shape[3], 1});
  Tensor out(tokens.values.shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      MatrixState matrix(state.matrix, b, h, counter);
      MatrixState normaliser(columns, b, h, counter);
      Real& m = state.stabiliser(b, 0, 0, h);
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const StateToken now = token_at(tokens, b, h, t);
        const Real remembered = now.number(gates.log_forget) + m;
        m = std::max(remembered, now.number(gates.log_input));
        const Real input = std::exp(now.number(gates.log_input) - m);
        std::vector<Real> key(now.key.begin(), now.key.end());
        std::ranges::for_each(key, [&](Real& number) { number *= input; });
        matrix.decay(std::exp(remembered - m));
        matrix.write(key, now.value);
        normaliser.decay(std::exp(remembered - m));
        normaliser.write(key, std::vector<Real>{1});
        const Real sum = std::max(std::abs(normaliser.read(now.query)[0]), std::exp(-m));
        std::ranges::transform(matrix.read(now.query), out.row(b, h, t).begin(), [&](Real x) { return x / sum; });
      }
    }
  }
  state.normaliser = reshaped(std::move(columns), shape);
  return out;
}

}  // namespace kvtally::reference
