#include "verify/vectors/mla_layer.hpp"

#include <algorithm>
#include <cmath>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"

// What the two kinds of latent vectors describe alike.

namespace kvtally {

using reference::LatentLayer;
using reference::Real;
using reference::Tensor;

namespace {

std::optional<std::int64_t> size_if_there(const Item& item) {
  return item ? std::optional(item.size()) : std::nullopt;
}

Real factor_of(const Item& item) { return item ? static_cast<Real>(item.number()) : Real{1}; }

Tensor norm_weight_of(const Item& weights, const std::string& name, std::int64_t width) {
  return weights[name + ".weight"].tensor({width});
}

// Of the largest tensor: input, scores, or a projection.
double latent_tensor_numbers(const LatentSizes& s) {
  const auto product = [](auto... size) { return (static_cast<double>(size) * ...); };
  const std::int64_t widest = std::max({s.hidden, s.rank, s.query_rank.value_or(1)});
  const std::int64_t head = s.nope + s.rope + s.value_dim;
  return std::max({product(s.batch, s.tokens, s.hidden), product(s.batch, s.heads, s.tokens, s.tokens + head),
                   product(s.heads, head, widest), product(s.hidden, s.rank + s.rope)});
}

}  // namespace

LatentSizes latent_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  LatentSizes sizes{.batch = given["B"].size(),
                    .tokens = given["S"].size(),
                    .hidden = given["hidden"].size(),
                    .heads = given["num_heads"].size(),
                    .rank = given["kv_lora_rank"].size(),
                    .nope = given["qk_nope_head_dim"].size(),
                    .rope = given["qk_rope_head_dim"].integer(),
                    .value_dim = given["v_head_dim"].size(),
                    .query_rank = size_if_there(given["q_lora_rank"]),
                    .first = size_if_there(given["prefill_len"])};
  if (sizes.rope != 0) {
    sizes.rope = given["qk_rope_head_dim"].size();
  }
  if (sizes.first && *sizes.first >= sizes.tokens) {
    given["prefill_len"].refuse("the first pass leaves no token to the steps", "less than S");
    sizes.first.reset();
  }
  return can_be(given, latent_tensor_numbers(sizes)) ? sizes : LatentSizes{};
}

LatentLayer latent_weights_of(VectorFile& file, const LatentSizes& s, const LatentNames& names) {
  const Item weights = file["weights"];
  const Item given = file["parameters"];
  const std::int64_t query_width = s.heads * (s.nope + s.rope);
  LatentLayer layer;
  layer.heads = s.heads;
  if (s.query_rank) {
    layer.query_latent = {linear_of(weights, names.query_down, *s.query_rank, s.hidden),
                          norm_weight_of(weights, names.query_norm, *s.query_rank)};
    layer.query = linear_of(weights, names.query_up, query_width, *s.query_rank);
  } else {
    layer.query = linear_of(weights, names.query, query_width, s.hidden);
  }
  layer.latent_and_key = linear_of(weights, names.latent_and_key, s.rank + s.rope, s.hidden);
  layer.latent_norm = norm_weight_of(weights, names.latent_norm, s.rank);
  layer.up = reference::up_weights(
      weights[std::string(names.up) + ".weight"].tensor({s.heads * (s.nope + s.value_dim), s.rank}), s.heads,
      s.nope);
  layer.output = linear_of(weights, names.output, s.hidden, s.heads * s.value_dim);
  layer.eps = static_cast<Real>(given["norm_eps"].number());
  layer.query_scale = factor_of(given["query_latent_scale"]);
  layer.latent_scale = factor_of(given["kv_latent_scale"]);
  return layer;
}

void set_scale(LatentLayer& layer, Real scale, VectorFile& file, Checks& checks) {
  const double recorded = file["parameters"]["scale"].number();
  checks.within("scale", std::abs(static_cast<double>(scale) - recorded), kVectorBound);
  layer.scoring.scale = scale;
}

}  // namespace kvtally
