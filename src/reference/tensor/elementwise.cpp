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

}  // namespace kvtally::reference
