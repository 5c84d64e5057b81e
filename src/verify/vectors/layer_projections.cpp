#include <fmt/format.h>

#include "reference/layer/fused.hpp"
#include "verify/vectors/layer_vector.hpp"

// Which weights a layer projects with, and how they lie in the file.

namespace kvtally {

namespace {

using reference::Linear;
using reference::SoftmaxLayer;

constexpr std::string_view kPerHead = "per head: output channels of head h are [q(D), k(D), v(D)]";

bool flagged(const Item& item) { return item && item.flag(); }

// query_key_value and dense, as GPT-NeoX names them.
void read_fused(VectorFile& file, const LayerSizes& sizes, SoftmaxLayer& layer) {
  const Item how = file["parameters"]["fused_qkv"];
  if (how.text() != kPerHead || sizes.key_heads != sizes.heads || sizes.value_dim != sizes.dim) {
    how.refuse("this 'fused_qkv' isn't known",
               fmt::format("'{}', with as many key heads as query heads and values as wide as keys", kPerHead));
    return;
  }
  const std::vector<Linear> parts = unfused(
      linear_of(file["weights"], "query_key_value", 3 * sizes.heads * sizes.dim, sizes.hidden), sizes.heads, 3);
  layer.query = parts[0];
  layer.key = parts[1];
  layer.value = parts[2];
  layer.output = linear_of(file["weights"], "dense", sizes.hidden, sizes.heads * sizes.dim);
}

void read_separate(VectorFile& file, const LayerSizes& sizes, SoftmaxLayer& layer) {
  const Item weights = file["weights"];
  const std::int64_t width = sizes.heads * sizes.dim;
  if (flagged(file["parameters"]["output_gate"])) {
    // Each head's channels are [query, gate].
    const std::vector<Linear> parts =
        unfused(linear_of(weights, "q_proj", 2 * width, sizes.hidden), sizes.heads, 2);
    layer.query = parts[0];
    layer.gate = parts[1];
  } else {
    layer.query = linear_of(weights, "q_proj", width, sizes.hidden);
  }
  layer.key = linear_of(weights, "k_proj", sizes.key_heads * sizes.dim, sizes.hidden);
  if (!flagged(file["parameters"]["k_eq_v"])) {
    layer.value = linear_of(weights, "v_proj", sizes.key_heads * sizes.value_dim, sizes.hidden);
  }
  layer.output = linear_of(weights, "o_proj", sizes.hidden, sizes.heads * sizes.value_dim);
}

}  // namespace

SoftmaxLayer projections_of(VectorFile& file, const LayerSizes& sizes) {
  SoftmaxLayer layer;
  layer.heads = sizes.heads;
  layer.key_heads = sizes.key_heads;
  layer.scoring = scoring_of(file, sizes.heads);
  if (file["parameters"]["fused_qkv"]) {
    read_fused(file, sizes, layer);
  } else {
    read_separate(file, sizes, layer);
  }
  return layer;
}

}  // namespace kvtally
