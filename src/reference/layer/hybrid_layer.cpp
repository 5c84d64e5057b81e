#include "reference/layer/hybrid_layer.hpp"

#include <cmath>

#include "reference/kind/gated_delta.hpp"
#include "reference/kind/grouped_query.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

// Each key head once for each of its query heads.
Tensor repeated(const Tensor& x, std::int64_t heads) {
  std::vector<std::int64_t> of_head;
  for (std::int64_t h = 0; h < heads; ++h) {
    of_head.push_back(h * x.size(1) / heads);
  }
  return picked(x, 1, of_head);
}

Tensor by_state(StateLayer& state, const HybridHeads& layer, const NewTokens& tokens, const DeltaGates& gates,
                Counter& counter) {
  const Real scale = 1 / std::sqrt(static_cast<Real>(tokens.query.size(3)));
  const NewTokens own{mapped(l2_norm(tokens.query, layer.length_eps), [&](Real q) { return q * scale; }),
                      repeated(l2_norm(tokens.keys, layer.length_eps), layer.heads),
                      repeated(tokens.values, layer.heads)};
  Tensor matrix = state.read("matrix");
  Tensor out = gated_delta(own, gates, matrix, counter);
  state.write("matrix", matrix);
  state.saw(tokens.query.size(2));
  return out;
}

}  // namespace

HybridOutput hybrid_heads(const Means& means, StateLayer& state, const HybridHeads& layer, const Tensor& x) {
  const auto heads_of = [&](const Linear& linear, std::int64_t heads) {
    return split_heads(projected(x, linear, means.counter), heads);
  };
  const NewTokens tokens{heads_of(layer.query, layer.heads), heads_of(layer.key, layer.key_heads),
                         heads_of(layer.value, layer.key_heads)};
  const DeltaGates gates{mapped(heads_of(layer.decay, layer.heads), [](Real a) { return -softplus(a); }),
                         mapped(heads_of(layer.rate, layer.heads), sigmoid)};
  const Real scale = 1 / std::sqrt(static_cast<Real>(tokens.query.size(3)));
  HybridOutput out{grouped_query(means, tokens, {.scale = scale, .soft_cap = {}, .bias = {}, .sinks = {}}),
                   by_state(state, layer, tokens, gates, means.counter),
                   {}};
  Tensor mean = rms_norm(merged_heads(out.attention.output), layer.attention_norm, layer.eps);
  const Tensor other = rms_norm(merged_heads(out.state), layer.state_norm, layer.eps);
  for (std::size_t i = 0; i < mean.values().size(); ++i) {
    mean.values()[i] = (mean.values()[i] + other.values()[i]) / 2;
  }
  out.output = projected(mean, layer.output, means.counter);
  return out;
}

}  // namespace kvtally::reference
