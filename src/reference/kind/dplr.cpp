#include "reference/kind/dplr.hpp"

#include "reference/kind/gated_linear.hpp"

namespace kvtally::reference {

Tensor dplr(const LowRankTokens& given, Tensor& states, Counter& counter) {
  return recurrence(given.tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    const bool reads = given.alpha.count() > 0;
    const std::vector<Real> before = reads ? state.read(now.row(given.alpha)) : std::vector<Real>();
    state.decay(exponentials(now.row(given.log_decay)));
    if (reads) {
      state.write(now.row(given.beta), before);
    }
    state.write(now.key, now.value);
  });
}

}  // namespace kvtally::reference
