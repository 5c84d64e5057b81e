#include "reference/kind/rwkv4.hpp"

#include <algorithm>
#include <cmath>

namespace kvtally::reference {

namespace {

// Of one channel.
struct Sums {
  Real numerator, denominator, maximum;

  // With a further term e^exponent · value.
  Sums with(Real exponent, Real value) const {
    const Real largest = std::max(maximum, exponent);
    const Real old = std::exp(maximum - largest);
    const Real fresh = std::exp(exponent - largest);
    return {old * numerator + fresh * value, old * denominator + fresh, largest};
  }
};

}  // namespace

Tensor rwkv4(const Tensor& keys, const Tensor& values, const Tensor& decay, const Tensor& bonus, Rwkv4State& state,
             Counter& counter) {
  Tensor y(values.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t c = 0; c < y.size(2); ++c) {
      Sums sums{state.numerator(b, 0, 0, c), state.denominator(b, 0, 0, c), state.maximum(b, 0, 0, c)};
      for (std::int64_t t = 0; t < y.size(1); ++t) {
        const Sums shown = sums.with(bonus(c) + keys(b, t, c), values(b, t, c));
        y(b, t, c) = shown.numerator / shown.denominator;
        sums.maximum -= decay(c);
        sums = sums.with(keys(b, t, c), values(b, t, c));
        counter.multiplied(Work::state, 6);
      }
      state.numerator(b, 0, 0, c) = sums.numerator;
      state.denominator(b, 0, 0, c) = sums.denominator;
      state.maximum(b, 0, 0, c) = sums.maximum;
    }
  }
  return y;
}

}  // namespace kvtally::reference
