#include "reference/tensor/elementwise.hpp"

#include <cassert>

namespace kvtally::reference {

Tensor times(Tensor a, const Tensor& b) {
  assert(a.shape() == b.shape());
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    a.values()[i] *= b.values()[i];
  }
  return a;
}

void add(std::span<Real> y, Real factor, std::span<const Real> x) {
  assert(y.size() == x.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] += factor * x[i];
  }
}

}  // namespace kvtally::reference
