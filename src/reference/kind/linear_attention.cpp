#include "reference/kind/linear_attention.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor linear_attention(const NewTokens& tokens, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter,
                    [](MatrixState& state, const StateToken& now) { state.write(now.key, now.value); });
}

// The normaliser is the state of a value that is always 1: a matrix [key dim, 1].
Tensor normalised_linear_attention(const NewTokens& tokens, Real eps, Tensor& states, Tensor& normaliser,
                                   Counter& counter) {
  Tensor out = linear_attention(tokens, states, counter);
  Tensor ones({out.size(0), out.size(1), out.size(2), 1});
  std::ranges::fill(ones.values(), Real{1});
  const Shape shape = normaliser.shape();
  Tensor column = reshaped(std::move(normaliser), {shape[0], shape[1], shape[3], 1});
  const Tensor weights = linear_attention({tokens.query, tokens.keys, ones}, column, counter);  // q_t · z_t
  normaliser = reshaped(std::move(column), shape);
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const std::int64_t row = i / out.size(3);
    out.values()[static_cast<std::size_t>(i)] /= weights.values()[static_cast<std::size_t>(row)] + eps;
  }
  return out;
}

Real elu_plus_one(Real x) { return x > 0 ? x + 1 : std::exp(x); }

}  // namespace kvtally::reference
