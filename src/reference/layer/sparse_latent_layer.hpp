#pragma once

#include "reference/kind/deepseek_sparse.hpp"
#include "reference/layer/latent_layer.hpp"

namespace kvtally::reference {

/// The lightning indexer of a layer (DeepSeek-V3.2, arXiv 2512.02556, section 2.1; transformers'
/// modeling_deepseek_v32.py, DeepseekV32Indexer).
struct LightningIndexer {
  /// One index key for each pool of tokens (GLM-5.3-Flash).
  struct Pool {
    Linear gate;    // [dim, hidden]
    Tensor places;  // [pool, dim]
  };
  std::int64_t heads = 1;
  Linear query;     // W^IQ [heads · dim, query rank]: of the query latent
  Linear key;       // W^IK [dim, hidden]
  Tensor key_norm;  // [dim] of a layer norm, and
  Tensor key_bias;  // [dim]
  Linear weights;   // W^w [heads, hidden]
  Real weight_scale = 1;
  Real eps = Real(1e-6);
  std::optional<Rotary> rotary;  // of queries and keys
  TopIndex index;
  std::optional<Pool> pool;
};

struct SparseLatentLayer {
  LatentLayer latent;
  std::optional<LightningIndexer> indexer;  // none: it reads what an earlier layer has chosen
};

/// The index tokens of x [batch, tokens, hidden], at the positions from `first` on; `source` is the layer's
/// query_source().
IndexTokens index_tokens(const LightningIndexer& indexer, const Tensor& x, const Tensor& source,
                         std::int64_t first, Counter& counter);

/// The whole layer on the new tokens x [batch, tokens, hidden]. `form` is latent_absorbed or latent_expanded. The
/// container is an IndexedLayer, an IndexedPoolLayer where the indexer pools, or any that keeps all where there is
/// no indexer. What the layer chose is left in `choice`; a layer without indexer finds its choice there.
Attended sparse_latent_layer(const Means& means, const SparseLatentLayer& layer, const Tensor& x, LatentForm form,
                             Chosen& choice);

}  // namespace kvtally::reference
