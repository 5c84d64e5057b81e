#include "reference/kind/kimi_delta.hpp"

#include "reference/kind/gated_linear.hpp"

namespace kvtally::reference {

Tensor kimi_delta(const NewTokens& tokens, const DeltaGates& gates, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    state.decay(exponentials(now.row(gates.log_decay)));
    correct(state, now.key, now.value, now.number(gates.rate));
  });
}

}  // namespace kvtally::reference
