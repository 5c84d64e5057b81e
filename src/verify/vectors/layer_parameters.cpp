#include <fmt/format.h>

#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/rope.hpp"

// What the parameters of a softmax layer say beyond sizes, projections and scores: each a variant that some models
// have.

namespace kvtally {

namespace {

using reference::HeadNorm;
using reference::Real;
using reference::SoftmaxLayer;

struct NormSort {
  std::string_view name;
  HeadNorm::Sort sort;
};

constexpr NormSort kNorms[] = {{"l2_no_weight", HeadNorm::Sort::bare},
                               {"rms_weight_D", HeadNorm::Sort::head},
                               {"rms_whole_projection", HeadNorm::Sort::whole},
                               {"layernorm_weight_per_head_no_bias", HeadNorm::Sort::layer}};

HeadNorm::Sort sort_of(const Item& type) {
  const std::string name = type.text();
  std::string known;
  for (const NormSort& norm : kNorms) {
    if (norm.name == name) {
      return norm.sort;
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", norm.name);
  }
  type.refuse(fmt::format("the norm '{}' isn't known", name), known);
  return HeadNorm::Sort::bare;
}

reference::Shape weight_shape(HeadNorm::Sort sort, std::int64_t heads, std::int64_t dim) {
  switch (sort) {
    case HeadNorm::Sort::whole: return {heads * dim};
    case HeadNorm::Sort::layer: return {heads, dim};
    default: return {dim};
  }
}

HeadNorm head_norm_of(VectorFile& file, const LayerSizes& sizes) {
  const Item given = file["parameters"]["qk_norm"];
  HeadNorm norm{.sort = sort_of(given["type"]),
                .eps = static_cast<Real>(given["eps"].number()),
                .query_weight = {},
                .key_weight = {}};
  const std::string order = given["order"].text();
  norm.after_rotary = order == "after rope";
  if (order != "after rope" && order != "before rope") {
    given["order"].refuse(fmt::format("the order '{}' isn't known", order), "before rope or after rope");
  }
  if (given["factor"]) {
    norm.offset = 1;
    const bool weighed = norm.sort == HeadNorm::Sort::head || norm.sort == HeadNorm::Sort::whole;
    if (given["factor"].text() != "1 + weight" || !weighed) {
      given["factor"].refuse(fmt::format("the norm factor '{}' isn't known", given["factor"].text()),
                             "'1 + weight' of an RMS norm");
    }
  }
  std::vector<std::string> names{"q_norm", "k_norm"};
  if (given["names"]) {
    const std::vector<Item> items = given["names"].items();
    if (items.size() == 2) {
      names = {items[0].text(), items[1].text()};
    } else {
      given["names"].refuse("a norm's weights are the query's and the key's", "two names");
    }
  }
  if (norm.sort != HeadNorm::Sort::bare) {
    const Item weights = file["weights"];
    norm.query_weight = weights[names[0] + ".weight"].tensor(weight_shape(norm.sort, sizes.heads, sizes.dim));
    norm.key_weight = weights[names[1] + ".weight"].tensor(weight_shape(norm.sort, sizes.key_heads, sizes.dim));
  }
  return norm;
}

void read_values(VectorFile& file, const LayerSizes& sizes, SoftmaxLayer& layer) {
  const Item given = file["parameters"];
  if (given["value_scale"]) {
    layer.value_scale = static_cast<Real>(given["value_scale"].number());
  }
  if (given["k_eq_v"]) {
    // Gemma 4, which norms its values whether it projects them or not.
    layer.value_norm = static_cast<Real>(given["qk_norm"]["eps"].number());
    if (given["k_eq_v"].flag() && sizes.value_dim != sizes.dim) {
      given["k_eq_v"].refuse("keys that are values are as wide as values");
    }
  }
}

}  // namespace

SoftmaxLayer softmax_layer_of(VectorFile& file, const LayerSizes& sizes, Checks& checks) {
  const Item given = file["parameters"];
  SoftmaxLayer layer = projections_of(file, sizes);
  read_values(file, sizes, layer);
  if (given["qk_norm"]) {
    layer.norm = head_norm_of(file, sizes);
  }
  if (given["rope"]) {
    layer.rotary = rotary_of(given["rope"], sizes.dim, checks);
  }
  if (const Item temperature = given["temperature"]) {
    layer.temperature = {static_cast<Real>(temperature["attn_scale"].number()),
                         static_cast<Real>(temperature["floor_scale"].number())};
  }
  layer.mask = mask_of(given);
  return layer;
}

}  // namespace kvtally
