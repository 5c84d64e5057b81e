#include "reference/kind/lightning.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor lightning(const NewTokens& tokens, std::span<const Real> slopes, Tensor& states, Counter& counter) {
  return recurrence(tokens, states, counter, [&](MatrixState& state, const StateToken& now) {
    state.decay(std::exp(-slopes[static_cast<std::size_t>(now.head)]));
    state.write(now.key, now.value);
  });
}

std::vector<Real> lightning_slopes(std::int64_t heads, std::int64_t layer, std::int64_t layers) {
  const double gentler = 1 - static_cast<double>(layer) / (static_cast<double>(layers - 1) + 1e-5) + 1e-5;
  std::vector<Real> slopes;
  for (std::int64_t h = 0; h < heads; ++h) {
    const double steps = static_cast<double>(h + 1) / static_cast<double>(heads);
    slopes.push_back(static_cast<Real>(std::exp2(-8 * steps) * gentler));
  }
  return slopes;
}

}  // namespace kvtally::reference
