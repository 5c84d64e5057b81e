#include "reference/kind/gated_delta.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor gated_delta(const NewTokens& tokens, const DeltaGates& gates, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    state.decay(std::exp(now.number(gates.log_decay)));
    correct(state, now.key, now.value, now.number(gates.rate));
  });
}

}  // namespace kvtally::reference
