#include "reference/layer/softmax_layer.hpp"

#include <algorithm>
#include <cmath>

#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

// x Wᵀ + b, cut and split into heads: [batch, heads, tokens, dim].
Tensor heads_of(const SoftmaxLayer& layer, const Linear& linear, std::int64_t heads, const Tensor& x,
                Counter& counter) {
  Tensor y = projected(x, linear, counter);
  if (layer.clip) {
    for (Real& number : y.values()) {
      number = std::clamp(number, -*layer.clip, *layer.clip);
    }
  }
  return split_heads(y, heads);
}

// Norm and rotation, in the layer's order.
Tensor placed(const SoftmaxLayer& layer, Tensor x, const Tensor& weight, std::int64_t first) {
  if (layer.norm && !layer.norm->after_rotary) {
    x = normed(x, *layer.norm, weight);
  }
  if (layer.rotary) {
    x = rotated(x, *layer.rotary, positions_from(first, x.size(2)));
  }
  if (layer.norm && layer.norm->after_rotary) {
    x = normed(x, *layer.norm, weight);
  }
  return x;
}

void sharpen(Tensor& query, const Temperature& temperature, std::int64_t first) {
  for (std::int64_t b = 0; b < query.size(0); ++b) {
    for (std::int64_t h = 0; h < query.size(1); ++h) {
      for (std::int64_t t = 0; t < query.size(2); ++t) {
        const auto tokens = static_cast<Real>(first + t + 1);
        const Real factor = 1 + temperature.scale * std::log(1 + std::floor(tokens / temperature.floor));
        std::ranges::for_each(query.row(b, h, t), [&](Real& number) { number *= factor; });
      }
    }
  }
}

}  // namespace

Tensor queries_of(const SoftmaxLayer& layer, const Tensor& x, std::int64_t first, Counter& counter) {
  const Tensor raw = heads_of(layer, layer.query, layer.heads, x, counter);
  Tensor query = placed(layer, raw, layer.norm ? layer.norm->query_weight : Tensor(), first);
  if (layer.temperature) {
    sharpen(query, *layer.temperature, first);
  }
  return query;
}

Entries entries_of(const SoftmaxLayer& layer, const Tensor& x, std::int64_t first, Counter& counter) {
  const Tensor raw = heads_of(layer, layer.key, layer.key_heads, x, counter);
  Tensor value = layer.value ? heads_of(layer, *layer.value, layer.key_heads, x, counter) : raw;
  if (layer.value_norm) {
    value = rms_norm(value, *layer.value_norm);
  }
  std::ranges::for_each(value.values(), [&](Real& number) { number *= layer.value_scale; });
  return {placed(layer, raw, layer.norm ? layer.norm->key_weight : Tensor(), first), std::move(value)};
}

Tensor output_of(const SoftmaxLayer& layer, const Tensor& heads, const Tensor& x, Counter& counter) {
  Tensor out = merged_heads(heads);
  if (layer.gate) {
    out = times(std::move(out), mapped(projected(x, *layer.gate, counter), sigmoid));
  }
  return projected(out, layer.output, counter);
}

Attended softmax_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x) {
  const std::int64_t seen = means.cache.layer(means.layer).length();
  Entries entries = entries_of(layer, x, seen, means.counter);
  const NewTokens tokens{queries_of(layer, x, seen, means.counter), std::move(entries.keys),
                         std::move(entries.values)};
  Attended out = layer.difference ? differential(means, tokens, layer.mask, layer.scoring, *layer.difference)
                                  : attend(means, tokens, layer.mask, layer.scoring);
  out.output = output_of(layer, out.output, x, means.counter);
  return out;
}

}  // namespace kvtally::reference
