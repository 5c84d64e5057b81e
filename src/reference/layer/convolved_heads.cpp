#include "reference/layer/convolved_heads.hpp"

#include <cmath>

#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor convolution_inputs(const ConvolvedHeads& heads, const Tensor& x, Counter& counter) {
  const Tensor queries_and_keys = joined(projected(x, heads.query, counter), projected(x, heads.key, counter), 2);
  return joined(queries_and_keys, projected(x, heads.value, counter), 2);
}

NewTokens convolved_tokens(StateLayer& state, const ConvolvedHeads& heads, const Tensor& x, Counter& counter) {
  const Tensor inputs = convolution_inputs(heads, x, counter);
  const Tensor all = mapped(short_convolution(state, "convolution", inputs, heads.convolution, counter), silu);
  const std::int64_t width = heads.key.weight.size(0);
  const auto part = [&](std::int64_t from, std::int64_t to, std::int64_t count) {
    return split_heads(slice(all, 2, from, to), count);
  };
  const Tensor queries = l2_norm(part(0, width, heads.key_heads), heads.eps);
  const Real scale = 1 / std::sqrt(static_cast<Real>(queries.size(3)));
  return {mapped(queries, [&](Real q) { return q * scale; }),
          l2_norm(part(width, 2 * width, heads.key_heads), heads.eps),
          part(2 * width, all.size(2), heads.value_heads)};
}

Tensor log_decays(Tensor x, const Tensor& log_rate, const Tensor& bias) {
  for (std::int64_t i = 0; i < x.count(); ++i) {
    const std::int64_t head = i / (x.size(2) * x.size(3)) % x.size(1);
    Real& number = x.values()[static_cast<std::size_t>(i)];
    number = -std::exp(log_rate(head)) * softplus(number + bias(head * x.size(3) + i % x.size(3)));
  }
  return x;
}

}  // namespace kvtally::reference
