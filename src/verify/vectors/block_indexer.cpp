#include "verify/vectors/block_indexer.hpp"

#include <fmt/format.h>

#include "verify/vectors/rope.hpp"

namespace kvtally {

using reference::Real;

reference::HeadNorm norm_of(VectorFile& file, const std::string& query, const std::string& key, std::int64_t dim) {
  const Item weights = file["weights"];
  return {.sort = reference::HeadNorm::Sort::head,
          .eps = static_cast<Real>(file["parameters"]["norm_eps"].number()),
          .offset = 1,
          .after_rotary = false,
          .query_weight = weights[query + ".weight"].tensor({dim}),
          .key_weight = weights[key + ".weight"].tensor({dim})};
}

BlockSparseVector block_sparse_vector(VectorFile& file, Checks& checks) {
  BlockSparseVector out;
  const LayerSizes s = layer_sizes(file);
  const Item outputs = file["outputs"];
  out.sizes = s;
  out.layer = projections_of(file, s);
  out.layer.norm = norm_of(file, "q_norm", "k_norm", s.dim);
  if (const Item rope = file["parameters"]["rope"]) {
    out.layer.rotary = rotary_of(rope, s.dim, checks);
  }
  out.passes = recorded_passes(file, s.batch, s.tokens, s.hidden);
  out.x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  out.keys = outputs["final_cache_keys"].tensor({s.batch, s.key_heads, s.tokens, s.dim});
  out.values = outputs["final_cache_values"].tensor({s.batch, s.key_heads, s.tokens, s.value_dim});
  out.margin = file["intermediates"]["smallest_topk_margin"].number();
  return out;
}

std::optional<reference::Rotary> rotary_for(const Item& dim_item, const reference::SoftmaxLayer& layer,
                                            std::int64_t dim) {
  if (layer.rotary && 2 * static_cast<std::int64_t>(layer.rotary->frequencies.radians.size()) > dim) {
    dim_item.refuse(fmt::format("{} channels can't turn as the layer's do", dim));
    return std::nullopt;
  }
  return layer.rotary;
}

}  // namespace kvtally
