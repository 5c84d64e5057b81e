#include "reference/kind/rwkv7.hpp"

#include <algorithm>

#include "reference/kind/matrix_state.hpp"

namespace kvtally::reference {

Tensor rwkv7(StateLayer& state, std::string_view name, const Rwkv7Tokens& tokens, Counter& counter) {
  Tensor states = state.read(name);
  Tensor y(tokens.value.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t h = 0; h < y.size(1); ++h) {
      MatrixState memory(states, b, h, counter);
      for (std::int64_t t = 0; t < y.size(2); ++t) {
        const std::span<const Real> removal = tokens.removal.row(b, h, t);
        const std::span<const Real> rate = tokens.rate.row(b, h, t);
        std::vector<Real> under;  // −κ ⊙ a
        for (std::size_t i = 0; i < removal.size(); ++i) {
          under.push_back(-removal[i] * rate[i]);
        }
        const std::vector<Real> old = memory.read(removal);
        memory.decay(tokens.decay.row(b, h, t));
        memory.write(under, old);
        memory.write(tokens.key.row(b, h, t), tokens.value.row(b, h, t));
        std::ranges::copy(memory.read(tokens.receptance.row(b, h, t)), y.row(b, h, t).begin());
      }
    }
  }
  state.write(name, states);
  return y;
}

}  // namespace kvtally::reference
