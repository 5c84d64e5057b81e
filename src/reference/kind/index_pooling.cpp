#include "reference/kind/index_pooling.hpp"

#include <algorithm>
#include <cmath>

#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor gated_pool(const Tensor& keys, const Tensor& gates, const Tensor& places) {
  Tensor out({keys.size(0), 1, 1, keys.size(3)});
  for (std::int64_t b = 0; b < keys.size(0); ++b) {
    for (std::int64_t channel = 0; channel < keys.size(3); ++channel) {
      const auto gate = [&](std::int64_t i) { return gates(b, 0, i, channel) + places(i, channel); };
      Real largest = gate(0);
      for (std::int64_t i = 1; i < keys.size(2); ++i) {
        largest = std::max(largest, gate(i));
      }
      Real total = 0;
      for (std::int64_t i = 0; i < keys.size(2); ++i) {
        const Real weight = std::exp(gate(i) - largest);
        total += weight;
        out(b, 0, 0, channel) += weight * keys(b, 0, i, channel);
      }
      out(b, 0, 0, channel) /= total;
    }
  }
  return out;
}

Tensor block_key(const Tensor& raw, std::int64_t first, const BlockKey& how) {
  Tensor mean({raw.size(0), 1, 1, raw.size(3)});
  for (std::int64_t b = 0; b < raw.size(0); ++b) {
    for (std::int64_t i = 0; i < raw.size(2); ++i) {
      for (std::int64_t channel = 0; channel < raw.size(3); ++channel) {
        mean(b, 0, 0, channel) += raw(b, 0, i, channel) / static_cast<Real>(raw.size(2));
      }
    }
  }
  const Tensor normed = rms_norm(mean, how.norm, how.eps, 1);
  return how.rotary ? rotated(normed, *how.rotary, std::vector{first}) : normed;
}

}  // namespace kvtally::reference
