#include "reference/kind/rwkv6.hpp"

#include "reference/kind/gated_linear.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

namespace {

// r · (u ⊙ k)
Real weight_of_own(const StateToken& now, std::span<const Real> bonus) {
  Real sum = 0;
  for (std::size_t i = 0; i < bonus.size(); ++i) {
    sum += now.query[i] * (bonus[i] * now.key[i]);
  }
  return sum;
}

}  // namespace

Tensor rwkv6(const NewTokens& tokens, const Tensor& log_decay, const Tensor& bonus, Tensor& states,
             Counter& counter) {
  Tensor y(tokens.values.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t h = 0; h < y.size(1); ++h) {
      MatrixState state(states, b, h, counter);
      for (std::int64_t t = 0; t < y.size(2); ++t) {
        const StateToken now = token_at(tokens, b, h, t);
        std::ranges::copy(state.read(now.query), y.row(b, h, t).begin());
        add(y.row(b, h, t), weight_of_own(now, bonus.row(h)), now.value);
        counter.multiplied(Work::state, 2 * bonus.size(1) + y.size(3));
        state.decay(exponentials(now.row(log_decay)));
        state.write(now.key, now.value);
      }
    }
  }
  return y;
}

}  // namespace kvtally::reference
