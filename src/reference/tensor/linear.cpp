#include "reference/tensor/linear.hpp"

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

Tensor projected(const Tensor& x, const Linear& layer, Counter& counter, Work work) {
  const std::int64_t in = layer.weight.size(1);
  const std::int64_t out = layer.weight.size(0);
  assert(x.shape().back() == in && (layer.bias.count() == 0 || layer.bias.count() == out));
  const std::int64_t rows = x.count() / in;
  Shape shape = x.shape();
  shape.back() = out;
  std::vector<Real> y;
  y.reserve(static_cast<std::size_t>(rows * out));
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto row = x.values().subspan(static_cast<std::size_t>(r * in), static_cast<std::size_t>(in));
    for (std::int64_t o = 0; o < out; ++o) {
      y.push_back(dot(row, layer.weight.row(o)) + (layer.bias.count() == 0 ? Real{0} : layer.bias(o)));
    }
  }
  counter.multiplied(work, rows * out * in);
  return {std::move(shape), std::move(y)};
}

Tensor split_heads(const Tensor& x, std::int64_t heads) {
  assert(x.size(2) % heads == 0);
  return heads_first(reshaped(x, {x.size(0), x.size(1), heads, x.size(2) / heads}));
}

Tensor merged_heads(const Tensor& x) {
  return reshaped(heads_first(x), {x.size(0), x.size(2), x.size(1) * x.size(3)});
}

}  // namespace kvtally::reference
