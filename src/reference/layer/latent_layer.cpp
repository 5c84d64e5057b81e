#include "reference/layer/latent_layer.hpp"

#include <cmath>

#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

Tensor scaled(Tensor x, Real factor) {
  for (Real& number : x.values()) {
    number *= factor;
  }
  return x;
}

Tensor turned(const LatentLayer& layer, const Tensor& x, std::int64_t first) {
  return layer.rotary ? rotated(x, *layer.rotary, positions_from(first, x.size(2))) : x;
}

// [q^n | q^r] of each head.
Tensor query_of(const LatentLayer& layer, const Tensor& source, std::int64_t first, Counter& counter) {
  const Tensor query =
      scaled(split_heads(projected(source, layer.query, counter), layer.heads), layer.query_scale);
  const std::int64_t nope = layer.up.keys.size(1);
  return joined(slice(query, 3, 0, nope), turned(layer, slice(query, 3, nope, query.size(3)), first), 3);
}

}  // namespace

LatentWeights up_weights(const Tensor& joint, std::int64_t heads, std::int64_t nope) {
  const std::int64_t rows = joint.size(0) / heads;
  const Tensor by_head = reshaped(joint, {heads, rows, joint.size(1)});
  return {slice(by_head, 1, 0, nope), slice(by_head, 1, nope, rows)};
}

Real latent_scale(std::int64_t query_dim, double factor, double mscale) {
  const double gain = yarn_gain(factor, mscale);
  return static_cast<Real>(gain * gain / std::sqrt(static_cast<double>(query_dim)));
}

Tensor query_source(const LatentLayer& layer, const Tensor& x, Counter& counter) {
  const auto& latent = layer.query_latent;
  return latent ? rms_norm(projected(x, latent->down, counter), latent->norm, layer.eps) : x;
}

LatentTokens latent_tokens(const LatentLayer& layer, const Tensor& x, std::int64_t first, Counter& counter) {
  return latent_tokens(layer, x, query_source(layer, x, counter), first, counter);
}

LatentTokens latent_tokens(const LatentLayer& layer, const Tensor& x, const Tensor& source, std::int64_t first,
                           Counter& counter) {
  const std::int64_t rank = layer.up.keys.size(2);
  const Tensor both =
      split_heads(projected(x, layer.latent_and_key, counter), 1);  // [batch, 1, tokens, rank + rope]
  const Tensor latent = rms_norm(slice(both, 3, 0, rank), layer.latent_norm, layer.eps);
  return {.query = query_of(layer, source, first, counter),
          .latent = scaled(latent, layer.latent_scale),
          .rope = turned(layer, slice(both, 3, rank, both.size(3)), first)};
}

Attended latent_layer(const Means& means, const LatentLayer& layer, const Tensor& x, LatentForm form) {
  const std::int64_t seen = means.cache.layer(means.layer).length();
  const LatentTokens tokens = latent_tokens(layer, x, seen, means.counter);
  Attended out = form(means, tokens, layer.up, layer.scoring, causal());
  out.output = projected(merged_heads(out.output), layer.output, means.counter);
  return out;
}

}  // namespace kvtally::reference
