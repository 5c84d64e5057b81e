#pragma once

#include <string>

#include "reference/layer/softmax_layer.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// The sizes of a layer and of its run.
struct LayerSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t hidden = 1;
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t dim = 1;        // of queries and keys
  std::int64_t value_dim = 1;  // of values
};

/// Whether tensors of so many numbers can be meant; if not, that is a problem of the file, and the sizes at
/// `where` are not to be used.
bool can_be(const Item& where, double numbers);

/// Out of "parameters" (B, S, hidden, num_heads, num_kv_heads, head_dim, v_head_dim) and the shape of
/// "hidden_states"; what is absent is as usual: as many key heads as query heads, values as wide as keys. All 1
/// when they can't be meant.
LayerSizes layer_sizes(VectorFile& file);

/// The linear layer NAME.weight [out, in], with NAME.bias [out] where there is one.
reference::Linear linear_of(const Item& weights, const std::string& name, std::int64_t out, std::int64_t in);

/// Heads, scores and projections: "q_proj", "k_proj", "v_proj" and "o_proj", or what "fused_qkv", "k_eq_v" and
/// "output_gate" make of them.
reference::SoftmaxLayer projections_of(VectorFile& file, const LayerSizes& sizes);

/// Everything that the parameters of a softmax layer say.
reference::SoftmaxLayer softmax_layer_of(VectorFile& file, const LayerSizes& sizes, Checks& checks);

/// The mask that "causal" (true when absent), "window" and "chunk" name.
reference::Mask mask_of(const Item& parameters);

/// Scale, soft cap and sinks, as "scale", "softcap", "sink" and the weight "sinks" have them.
reference::Scoring scoring_of(VectorFile& file, std::int64_t heads);

}  // namespace kvtally
