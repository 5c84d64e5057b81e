#pragma once

#include "reference/layer/block_sparse_layer.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/sparse_run.hpp"

namespace kvtally {

/// What the vectors of Qwen's and MiniMax's sparse layers describe alike.
struct BlockSparseVector {
  LayerSizes sizes;
  reference::SoftmaxLayer layer;  // projections, RMS norms by (1 + weight) before the rotation, rotation
  RecordedPasses passes;
  reference::Tensor x, keys, values;  // keys and values as cached
  double margin = 0;
};
BlockSparseVector block_sparse_vector(VectorFile& file, Checks& checks);

/// RMS norms of queries and keys by (1 + weight), named so, [dim] each, with "norm_eps".
reference::HeadNorm norm_of(VectorFile& file, const std::string& query, const std::string& key, std::int64_t dim);

/// The layer's rotation for index heads of `dim` channels; a problem of the file when they are too few.
std::optional<reference::Rotary> rotary_for(const Item& dim_item, const reference::SoftmaxLayer& layer,
                                            std::int64_t dim);

}  // namespace kvtally
