#pragma once

#include "reference/cache/indexed.hpp"
#include "reference/kind/chosen.hpp"
#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// The new tokens of an indexer, after projections, norm and rotation.
struct IndexTokens {
  Tensor query;    // q^I [batch, index heads, tokens, dim]
  Tensor weights;  // w [batch, tokens, index heads]
  Tensor key;      // k^I [batch, 1, tokens, dim]
};

struct TopIndex {
  std::int64_t top_k = 1;
  Real scale = 1;  // of the products, before the ReLU
};

/// DeepSeek sparse attention's lightning indexer (DeepSeek-V3.2, arXiv 2512.02556, equation 1): a small key for
/// each token, by which each query chooses the tokens that attention reads,
///
///     I_ts = Σ_h w_th relu(a q^I_th · k^I_s),  the top k of s ≤ t
///
/// It stores and reads an index key for every token: the choice limits what attention reads, never what is kept.
/// Before the layer's own rows are added.
Chosen lightning_choice(IndexedLayer& memory, const IndexTokens& tokens, const TopIndex& index, Counter& counter);

/// Latent attention, absorbed, over the chosen tokens alone, in the order of their positions (equation 2). The
/// choice may be an earlier layer's. With a kernel that reads choices the others are not touched; another gets the
/// choice as a mask, as transformers does.
Attended deepseek_sparse(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                         const Scoring& scoring, const BlockChoice& choice);

}  // namespace kvtally::reference
