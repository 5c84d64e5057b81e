#include "reference/kind/rglru.hpp"

#include <cmath>

#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

namespace {

constexpr Real kSharpness = 8;  // the paper's c

}  // namespace

Tensor recurrence_decay(const Tensor& recurrence_gate, const Tensor& log_rate) {
  Tensor a = recurrence_gate;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    const Real rate = softplus(log_rate.values()[i % log_rate.values().size()]);
    a.values()[i] = std::exp(-kSharpness * rate * recurrence_gate.values()[i]);
  }
  return a;
}

Tensor gated_recurrence(StateLayer& state, std::string_view name, const RecurrentTokens& tokens,
                        const Tensor& log_rate, Counter& counter) {
  const Tensor a = recurrence_decay(tokens.recurrence_gate, log_rate);
  Tensor hidden = state.read(name);
  Tensor out(tokens.x.shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t t = 0; t < out.size(1); ++t) {
      for (std::int64_t c = 0; c < out.size(2); ++c) {
        const Real gated = tokens.input_gate(b, t, c) * tokens.x(b, t, c);
        Real& h = hidden(b, 0, 0, c);
        h = a(b, t, c) * h + std::sqrt(1 - a(b, t, c) * a(b, t, c)) * gated;
        out(b, t, c) = h;
      }
      counter.multiplied(Work::state, 2 * out.size(2));
    }
  }
  state.write(name, hidden);
  return out;
}

}  // namespace kvtally::reference
