#include "reference/layer/rwkv7_layer.hpp"

#include <algorithm>
#include <cmath>

#include "reference/kind/rwkv7.hpp"
#include "reference/layer/token_shift.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

template <class F>
Tensor low_rank(const LowRank& gate, const Tensor& x, const F& f, Counter& counter) {
  return projected(mapped(projected(x, gate.down, counter), f), gate.up, counter);
}

Real same(Real x) { return x; }

// x ⊙ w for each token, w [hidden].
Tensor weighted(Tensor x, const Tensor& weight) {
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    x.values()[i] *= weight.values()[i % weight.values().size()];
  }
  return x;
}

// κ of each head [batch, heads, tokens, dim].
Tensor of_length_one(Tensor x) {
  for (std::int64_t row = 0; row < x.count() / x.size(3); ++row) {
    const std::span<Real> numbers =
        x.values().subspan(static_cast<std::size_t>(row * x.size(3)), static_cast<std::size_t>(x.size(3)));
    const Real length = std::max(std::sqrt(dot(numbers, numbers)), Real(1e-12));
    std::ranges::for_each(numbers, [&](Real& number) { number /= length; });
  }
  return x;
}

// k (1 + (a − 1) k_a)
Tensor rated(Tensor key, const Tensor& rate, const Tensor& weight) {
  for (std::size_t i = 0; i < key.values().size(); ++i) {
    key.values()[i] *= 1 + (rate.values()[i] - 1) * weight.values()[i % weight.values().size()];
  }
  return key;
}

// v + (v_0 − v) ⊙ share
Tensor with_first(Tensor value, const Tensor& first, const Tensor& share) {
  for (std::size_t i = 0; i < value.values().size(); ++i) {
    value.values()[i] += (first.values()[i] - value.values()[i]) * share.values()[i];
  }
  return value;
}

// The normed sums of the heads, and the token's own value beside them.
Tensor with_bonus(const Rwkv7Layer& layer, const Tensor& sums, const Rwkv7Tokens& tokens) {
  Tensor out = layer_norm(sums, layer.norm, layer.eps);
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        Real bonus = 0;
        for (std::int64_t i = 0; i < out.size(3); ++i) {
          bonus += tokens.receptance(b, h, t, i) * tokens.key(b, h, t, i) * layer.bonus(h, i);
        }
        for (std::int64_t i = 0; i < out.size(3); ++i) {
          out(b, h, t, i) += layer.norm_bias(h, i) + bonus * tokens.value(b, h, t, i);
        }
      }
    }
  }
  return out;
}

}  // namespace

void allocate_rwkv7(StateLayer& state, const Rwkv7Layer& layer, std::int64_t batch, const CodecPtr& shift,
                    const CodecPtr& matrix) {
  const std::int64_t heads = layer.bonus.size(0);
  const std::int64_t dim = layer.bonus.size(1);
  state.allocate("time-mix shift", {batch, 1, 1, layer.receptance.weight.size(1)}, shift);
  state.allocate("matrix", {batch, heads, dim, dim}, matrix);
}

Rwkv7Output rwkv7_layer(StateLayer& state, const Rwkv7Layer& layer, const Tensor& x, const Tensor& first_values,
                        Counter& counter) {
  const std::int64_t heads = layer.bonus.size(0);
  const Tensor before = tokens_before(state, "time-mix shift", x);
  const auto mixed = [&](const Tensor& share) { return shifted(x, before, share); };
  const Tensor key = projected(mixed(layer.shares.key), layer.key, counter);
  const Tensor for_value = mixed(layer.shares.value);
  const Tensor own_value = projected(for_value, layer.value, counter);
  const Tensor value = layer.first_value
                           ? with_first(own_value, first_values,
                                        mapped(low_rank(*layer.first_value, for_value, same, counter), sigmoid))
                           : own_value;
  const Tensor rate = mapped(low_rank(layer.rate, mixed(layer.shares.rate), same, counter), sigmoid);
  const auto tanh = [](Real number) { return std::tanh(number); };
  const Tensor decay = mapped(low_rank(layer.decay, mixed(layer.shares.decay), tanh, counter),
                              [](Real number) { return std::exp(-std::exp(Real(-0.5)) * sigmoid(number)); });
  const Rwkv7Tokens tokens{
      .receptance = split_heads(projected(mixed(layer.shares.receptance), layer.receptance, counter), heads),
      .decay = split_heads(decay, heads),
      .key = split_heads(rated(key, rate, layer.rated_key), heads),
      .value = split_heads(value, heads),
      .removal = of_length_one(split_heads(weighted(key, layer.removal), heads)),
      .rate = split_heads(rate, heads)};
  const Tensor sums = rwkv7(state, "matrix", tokens, counter);
  state.saw(x.size(1));
  const Tensor gate = low_rank(layer.gate, mixed(layer.shares.gate), sigmoid, counter);
  const Tensor y = times(merged_heads(with_bonus(layer, sums, tokens)), gate);
  return {projected(y, layer.output, counter), own_value};
}

}  // namespace kvtally::reference
