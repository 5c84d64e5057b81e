#include "verify/random/filler.hpp"

#include <cstdint>

namespace kvtally {

reference::Tensor filler(reference::Shape shape) {
  reference::Tensor out(std::move(shape));
  std::uint32_t bits = 1;
  for (reference::Real& number : out.values()) {
    bits = bits * 1664525U + 1013904223U;
    number = static_cast<reference::Real>(bits >> 8U) / reference::Real(1 << 24) - reference::Real(0.5);
  }
  return out;
}

}  // namespace kvtally
