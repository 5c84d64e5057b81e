#include "reference/kind/index_scores.hpp"

#include <algorithm>
#include <limits>

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

constexpr Real kUnseen = -std::numeric_limits<Real>::infinity();

}  // namespace

Tensor index_products(const Tensor& query, const Rows& keys, std::int64_t first_query, Counter& counter) {
  assert(keys.heads() == 1);
  Tensor out({query.size(0), query.size(1), query.size(2), keys.slots()});
  std::ranges::fill(out.values(), kUnseen);
  for (std::int64_t b = 0; b < query.size(0); ++b) {
    for (std::int64_t t = 0; t < query.size(2); ++t) {
      for (std::int64_t s = 0; s < keys.slots(); ++s) {
        if (keys.position(s) > first_query + t) {
          continue;
        }
        keys.need(b, 0, s);
        const std::span<const Real> key = keys.load(b, 0, s);
        for (std::int64_t h = 0; h < query.size(1); ++h) {
          out(b, h, t, s) = dot(query.row(b, h, t), key);
        }
        counter.multiplied(Work::indexer, query.size(1) * query.size(3));
      }
    }
  }
  return out;
}

Tensor relu_scores(const Tensor& products, Real scale, const std::optional<Tensor>& weights) {
  Tensor out({products.size(0), 1, products.size(2), products.size(3)});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t t = 0; t < out.size(2); ++t) {
      for (std::int64_t s = 0; s < out.size(3); ++s) {
        Real sum = 0;
        for (std::int64_t h = 0; h < products.size(1); ++h) {
          const Real product = products(b, h, t, s);
          const Real weight = weights ? (*weights)(b, t, h) : Real{1};
          sum += product == kUnseen ? kUnseen : weight * std::max(scale * product, Real{0});
        }
        out(b, 0, t, s) = sum;
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
