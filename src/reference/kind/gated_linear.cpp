#include "reference/kind/gated_linear.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor gated_linear(const NewTokens& tokens, const Tensor& log_decay, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    state.decay(exponentials(now.row(log_decay)));
    state.write(now.key, now.value);
  });
}

Tensor simple_gated_linear(const NewTokens& tokens, const Tensor& log_decay, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    state.decay(std::exp(now.number(log_decay)));
    state.write(now.key, now.value);
  });
}

std::vector<Real> exponentials(std::span<const Real> logs) {
  std::vector<Real> out;
  for (const Real log : logs) {
    out.push_back(std::exp(log));
  }
  return out;
}

}  // namespace kvtally::reference
