#include "reference/kind/retention.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor retention(const NewTokens& tokens, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [](MatrixState& state, const StateToken& now) {
    state.decay(retention_decay(now.head));
    state.write(now.key, now.value);
  });
}

Real retention_decay(std::int64_t head) { return 1 - std::exp2(static_cast<Real>(-5 - head)); }

}  // namespace kvtally::reference
