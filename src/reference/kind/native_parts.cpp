#include "reference/kind/native_parts.hpp"

#include <algorithm>
#include <limits>

namespace kvtally::reference {

Tensor learned_pool(const Tensor& raw, const LearnedPool& pool, Counter& counter) {
  Tensor sum({raw.size(0), raw.size(1), 1, raw.size(3)});
  for (std::int64_t b = 0; b < raw.size(0); ++b) {
    for (std::int64_t h = 0; h < raw.size(1); ++h) {
      for (std::int64_t i = 0; i < raw.size(2); ++i) {
        for (std::int64_t channel = 0; channel < raw.size(3); ++channel) {
          sum(b, h, 0, channel) += pool.weights(i) * (raw(b, h, i, channel) + pool.places(i, channel));
        }
      }
    }
  }
  return projected(sum, pool.out, counter);
}

LearnedPool mean_pool(std::int64_t span, std::int64_t dim) {
  LearnedPool mean{Tensor({span}), Tensor({span, dim}), {Tensor({dim, dim}), {}}};
  std::ranges::fill(mean.weights.values(), 1 / static_cast<Real>(span));
  for (std::int64_t i = 0; i < dim; ++i) {
    mean.out.weight(i, i) = 1;
  }
  return mean;
}

Tensor block_importance(const Tensor& weights, std::int64_t key_heads, PoolStretch stretch, std::int64_t size,
                        std::int64_t blocks) {
  assert(size % stretch.every == 0);
  const std::int64_t group = weights.size(1) / key_heads;
  Tensor out({weights.size(0), key_heads, weights.size(2), blocks});
  for (std::int64_t b = 0; b < weights.size(0); ++b) {
    for (std::int64_t h = 0; h < weights.size(1); ++h) {
      for (std::int64_t t = 0; t < weights.size(2); ++t) {
        for (std::int64_t entry = 0; entry < weights.size(3); ++entry) {
          for (std::int64_t n = 0; n < stretch.span / stretch.every; ++n) {
            out(b, h / group, t, (entry + n) * stretch.every / size) += weights(b, h, t, entry);
          }
        }
      }
    }
  }
  return out;
}

Chosen native_choice(Tensor importance, std::int64_t first_query, std::int64_t count, std::int64_t size) {
  assert(count >= 3);
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  for (std::int64_t b = 0; b < importance.size(0); ++b) {
    for (std::int64_t h = 0; h < importance.size(1); ++h) {
      for (std::int64_t t = 0; t < importance.size(2); ++t) {
        const std::int64_t own = (first_query + t) / size;
        const std::span<Real> scores = importance.row(b, h, t);
        std::fill(scores.begin() + own, scores.end(), -kInfinity);
        for (const std::int64_t forced : {std::int64_t{0}, std::max<std::int64_t>(own - 1, 0), own}) {
          scores[static_cast<std::size_t>(forced)] = kInfinity;
        }
      }
    }
  }
  return best_of(std::move(importance), count, size);
}

Tensor gated(const std::vector<const Tensor*>& branches, const Tensor& gates) {
  Tensor out(branches.front()->shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const std::span<Real> sum = out.row(b, h, t);
        for (std::size_t c = 0; c < branches.size(); ++c) {
          const std::span<const Real> part = branches[c]->row(b, h, t);
          for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] += gates(b, h, t, static_cast<std::int64_t>(c)) * part[i];
          }
        }
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
