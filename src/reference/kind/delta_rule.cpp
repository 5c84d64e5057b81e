#include "reference/kind/delta_rule.hpp"

namespace kvtally::reference {

Tensor delta_rule(const NewTokens& tokens, const Tensor& rate, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    correct(state, now.key, now.value, now.number(rate));
  });
}

void correct(MatrixState& state, std::span<const Real> key, std::span<const Real> value, Real rate) {
  std::vector<Real> missing = state.read(key);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    missing[i] = rate * (value[i] - missing[i]);
  }
  state.write(key, missing);
}

}  // namespace kvtally::reference
