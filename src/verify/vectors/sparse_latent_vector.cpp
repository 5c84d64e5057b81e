#include "verify/vectors/sparse_latent_vector.hpp"

#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/rope.hpp"

namespace kvtally {

using reference::LatentLayer;
using reference::LightningIndexer;
using reference::Real;

namespace {

void compare_scale(const Item& recorded, Real ours, std::string_view name, Checks& checks) {
  checks.within(name, std::abs(recorded.number() - static_cast<double>(ours)), kVectorBound);
}

void read_pool(VectorFile& file, const LatentSizes& s, const std::string& prefix, std::int64_t dim,
               LightningIndexer& indexer) {
  const Item pool = file["parameters"]["index_kpool"];
  if (pool) {
    const Item weights = file["weights"];
    indexer.pool = {linear_of(weights, prefix + "kpool_gate", dim, s.hidden),
                    weights[prefix + "kpool_places"].tensor({pool.size(), dim})};
  }
}

}  // namespace

LatentLayer sparse_latent_of(VectorFile& file, const LatentSizes& s, const LatentNames& names, Checks& checks) {
  if (!s.query_rank) {
    file["parameters"]["q_lora_rank"].refuse("index queries are made of a query latent", "a size");
  }
  LatentLayer layer = latent_weights_of(file, s, names);
  if (const Item rope = file["parameters"]["rope"]) {
    layer.rotary = rotary_of(rope, s.rope, checks);
  }
  set_scale(layer, reference::latent_scale(s.nope + s.rope), file, checks);
  return layer;
}

LightningIndexer indexer_of(VectorFile& file, const LatentSizes& s, const std::string& prefix,
                            const LatentLayer& latent, Checks& checks) {
  constexpr std::string_view kNorm = "layer norm with weight and bias, eps 1e-6";
  const Item given = file["parameters"];
  const Item weights = file["weights"];
  const std::int64_t dim = given["index_head_dim"].size();
  LightningIndexer out;
  out.heads = given["index_n_heads"].size();
  out.query = linear_of(weights, prefix + "wq_b", out.heads * dim, s.query_rank.value_or(1));
  out.key = linear_of(weights, prefix + "wk", dim, s.hidden);
  out.key_norm = weights[prefix + "k_norm.weight"].tensor({dim});
  out.key_bias = weights[prefix + "k_norm.bias"].tensor({dim});
  out.weights = linear_of(weights, prefix + "weights_proj", out.heads, s.hidden);
  out.index.top_k = given["index_topk"].size();
  out.index.scale = 1 / std::sqrt(static_cast<Real>(dim));
  out.weight_scale = 1 / std::sqrt(static_cast<Real>(out.heads));
  read_pool(file, s, prefix, dim, out);
  if (latent.rotary) {
    out.rotary = {reference::Pairing::half, latent.rotary->frequencies, false};
    if (2 * static_cast<std::int64_t>(latent.rotary->frequencies.radians.size()) > dim) {
      given["index_head_dim"].refuse(fmt::format("{} channels can't turn as the layer's do", dim));
    }
  }
  if (given["index_k_norm"].text() != kNorm) {
    given["index_k_norm"].refuse("this norm of the index keys isn't known", std::string(kNorm));
  }
  compare_scale(given["index_scale"], out.index.scale, "index_scale", checks);
  compare_scale(given["index_weight_scale"], out.weight_scale, "index_weight_scale", checks);
  return out;
}

}  // namespace kvtally
