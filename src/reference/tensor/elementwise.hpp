#pragma once

#include <cmath>

#include "reference/tensor/tensor.hpp"

/// What gates are made of, number by number.
namespace kvtally::reference {

/// 1 ÷ (1 + e^−x).
inline Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }
/// x σ(x), also called swish (arXiv 1710.05941).
inline Real silu(Real x) { return x * sigmoid(x); }
/// log(1 + e^x), in a form that does not overflow.
inline Real softplus(Real x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

/// f of every number.
template <class F>
Tensor mapped(Tensor x, const F& f) {
  for (Real& number : x.values()) {
    number = f(number);
  }
  return x;
}

/// a ⊙ b, of one shape.
Tensor times(Tensor a, const Tensor& b);

/// y ← y + factor · x.
void add(std::span<Real> y, Real factor, std::span<const Real> x);

}  // namespace kvtally::reference
