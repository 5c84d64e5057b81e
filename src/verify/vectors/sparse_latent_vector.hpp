#pragma once

#include "reference/layer/sparse_latent_layer.hpp"
#include "verify/vectors/mla_layer.hpp"

namespace kvtally {

/// The latent layer whose weights are called so, with the rotation that "rope" describes and the scale 1 ÷ √(nope
/// + rope), with which "scale" is compared.
reference::LatentLayer sparse_latent_of(VectorFile& file, const LatentSizes& sizes, const LatentNames& names,
                                        Checks& checks);

/// The indexer of such a layer, "wq_b", "wk", "k_norm" and "weights_proj" behind the prefix: index_n_heads,
/// index_head_dim, index_topk; with "index_kpool", "kpool_gate" and "kpool_places" too. "index_scale" and
/// "index_weight_scale" are compared with 1 ÷ √dim and 1 ÷ √heads.
reference::LightningIndexer indexer_of(VectorFile& file, const LatentSizes& sizes, const std::string& prefix,
                                       const reference::LatentLayer& latent, Checks& checks);

}  // namespace kvtally
