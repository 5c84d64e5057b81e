#include "reference/kind/mamba.hpp"

#include <cmath>

namespace kvtally::reference {

Tensor selective_scan(StateLayer& state, std::string_view name, const ScanTokens& tokens, const Tensor& a,
                      const Tensor& skip, Counter& counter) {
  Tensor memories = state.read(name);
  Tensor y(tokens.x.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t t = 0; t < y.size(1); ++t) {
      const std::span<const Real> write = tokens.write.row(b, t);
      const std::span<const Real> read = tokens.read.row(b, t);
      for (std::int64_t c = 0; c < y.size(2); ++c) {
        const std::span<Real> memory = memories.row(b, 0, c);
        const std::span<const Real> rates = a.row(c);
        const Real delta = tokens.delta(b, t, c);
        const Real x = tokens.x(b, t, c);
        Real sum = skip(c) * x;
        for (std::size_t n = 0; n < memory.size(); ++n) {
          memory[n] = std::exp(delta * rates[n]) * memory[n] + delta * x * write[n];
          sum += read[n] * memory[n];
        }
        counter.multiplied(Work::state, 3 * a.size(1));
        y(b, t, c) = sum;
      }
    }
  }
  state.write(name, memories);
  return y;
}

}  // namespace kvtally::reference
