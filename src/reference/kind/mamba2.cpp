#include "reference/kind/mamba2.hpp"

#include <cmath>

#include "reference/kind/matrix_state.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

Tensor state_space_dual(StateLayer& state, std::string_view name, const DualTokens& tokens,
                        const DualWeights& weights, Counter& counter) {
  const std::int64_t heads = tokens.x.size(1);
  const std::int64_t sharing = heads / tokens.write.size(1);
  Tensor states = state.read(name);
  Tensor y(tokens.x.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t h = 0; h < heads; ++h) {
      MatrixState memory(states, b, h, counter);
      for (std::int64_t t = 0; t < y.size(2); ++t) {
        const Real delta = tokens.delta(b, t, h);
        const std::span<const Real> x = tokens.x.row(b, h, t);
        std::vector<Real> value(x.size());
        add(value, delta, x);
        memory.decay(std::exp(delta * weights.a(h)));
        memory.write(tokens.write.row(b, h / sharing, t), value);
        add(y.row(b, h, t), 1, memory.read(tokens.read.row(b, h / sharing, t)));
        add(y.row(b, h, t), weights.skip(h), x);
      }
    }
  }
  state.write(name, states);
  return y;
}

}  // namespace kvtally::reference
