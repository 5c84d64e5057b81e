#pragma once

#include <optional>

#include "reference/kind/compressed_sparse.hpp"
#include "reference/layer/latent_layer.hpp"

namespace kvtally::reference {

/// How entries are made from a layer's input (transformers calls it a compressor).
struct Compressor {
  Linear rows;   // [dim, hidden], or [2 dim, hidden] where stretches overlap
  Linear gates;  // the same
  Pooling pooling;
};

/// What chooses the entries.
struct PoolIndexer {
  Compressor keys;
  Linear query;    // [index heads · index dim, query rank], from the layer's query latent
  Linear weights;  // [index heads, hidden]; their products are divided by √(index heads)
  std::int64_t count = 1;
};

/// An attention layer of DeepSeek-V4 (arXiv 2606.19348; transformers' modeling_deepseek_v4.py,
/// DeepseekV4Attention): a window alone, with a compressor HCA, with a compressor and an indexer CSA.
struct CompressedAttention {
  std::int64_t heads = 1;
  std::int64_t groups = 1;   // of heads, in the output projection
  QueryLatent query_latent;  // qr = RMS(W_qa x)
  Linear query;              // [heads · dim, query rank]: q = R RMS(W_qb qr), the norm over a head, without weight
  Linear row;                // [dim, hidden]: c = R RMS(W x), key and value
  Tensor row_norm;           // [dim]
  Linear output_down;        // [groups · output rank, heads · dim ÷ groups]: the rows of each group are its own
  Linear output_up;          // [hidden, groups · output rank]
  Real eps = Real(1e-6);     // of these norms
  Rotary rotary;             // of queries, rows, entries, index queries and index keys
  std::int64_t window = 1;
  std::int64_t origin = 0;  // position of the first token; outputs don't depend on it
  Scoring scoring;
  std::optional<Compressor> compressor;
  std::optional<PoolIndexer> indexer;
};

/// A text's new tokens through projections, norms and rotation; empty tensors for parts that the layer has not.
struct CompressedTokens {
  SharedRowTokens shared;
  PoolTokens pool;
  IndexQueries index;
  PoolTokens index_pool;
};

/// Tokens x [batch, tokens, hidden], of which the first is the `first`-th of its text.
CompressedTokens compressed_tokens(const CompressedAttention& layer, const Tensor& x, std::int64_t first,
                                   Counter& counter);

/// What the heads make of them: [batch, heads, tokens, dim], its rotary channels still those of rows at their own
/// positions; and the kernel's weights [batch, heads, tokens, window's rows and then entries].
Attended compressed_heads(const Means& means, const CompressedAttention& layer, const CompressedTokens& tokens);

/// A row that is a value too carries its rotation, so the output's is turned back by the query's position: what is
/// left depends on distances alone.
Tensor turned_back(const CompressedAttention& layer, const Tensor& heads, std::int64_t first);

/// The whole layer on the new tokens x [batch, tokens, hidden], at the positions behind those that the container
/// (a CompressedLayer) has seen: output [batch, tokens, hidden], and the kernel's weights.
Attended compressed_layer(const Means& means, const CompressedAttention& layer, const Tensor& x);

}  // namespace kvtally::reference
