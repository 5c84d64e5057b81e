#include "reference/kind/latent.hpp"

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

Tensor lifted(const Tensor& rows, const Tensor& weight, Counter& counter) {
  const std::int64_t heads = weight.size(0);
  const std::int64_t out_dim = weight.size(1);
  assert(rows.size(1) == 1 || rows.size(1) == heads);
  Tensor out({rows.size(0), heads, rows.size(2), out_dim});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < heads; ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        for (std::int64_t i = 0; i < out_dim; ++i) {
          out(b, h, t, i) = dot(weight.row(h, i), rows.row(b, rows.size(1) == 1 ? 0 : h, t));
        }
      }
    }
  }
  counter.multiplied(Work::expansion, out.count() * weight.size(2));
  return out;
}

Tensor lowered(const Tensor& rows, const Tensor& weight, Counter& counter) {
  const std::int64_t rank = weight.size(2);
  assert(rows.size(1) == weight.size(0) && rows.size(3) == weight.size(1));
  Tensor out({rows.size(0), rows.size(1), rows.size(2), rank});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        RowSum sum(rank);
        for (std::int64_t i = 0; i < rows.size(3); ++i) {
          sum.add(i, rows(b, h, t, i), weight.row(h, i));
        }
        for (std::int64_t i = 0; i < rank; ++i) {
          out(b, h, t, i) = sum.total(static_cast<std::size_t>(i));
        }
      }
    }
  }
  counter.multiplied(Work::expansion, rows.count() * rank);
  return out;
}

Tensor expanded_keys(const Tensor& latent, const Tensor& rope, const LatentWeights& weights, Counter& counter) {
  const std::vector<std::int64_t> each_head(static_cast<std::size_t>(weights.keys.size(0)), 0);
  return joined(lifted(latent, weights.keys, counter), picked(rope, 1, each_head), 3);
}

}  // namespace kvtally::reference
