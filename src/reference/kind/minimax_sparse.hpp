#pragma once

#include "reference/cache/indexed.hpp"
#include "reference/kind/chosen.hpp"

namespace kvtally::reference {

struct BlockTop {
  std::int64_t blocks = 1;  // how many are read,
  std::int64_t size = 1;    // of so many tokens each,
  std::int64_t newest = 1;  // of which so many end at the query's own, whatever their scores
};

/// The choice of MiniMax M3's sparse attention (transformers' modeling_minimax_m3_vl.py, MiniMaxM3VLIndexer): one
/// index key a token, and a block is as good as its best token,
///
///     I_tb = max over s of block b, s ≤ t, of q_th · k_s,  the newest blocks +∞
///
/// Index head h chooses for key head h and the query heads that share it. `query` is [batch, index heads, tokens,
/// dim], `key` [batch, 1, tokens, dim], both normed and turned. Before the layer's own rows are added.
Chosen minimax_choice(IndexedLayer& memory, const Tensor& query, const Tensor& key, const BlockTop& top,
                      Counter& counter);

/// The largest of each block of `size` tokens of scores [batch, heads, tokens, slots], and +∞ for the `newest`
/// blocks that end at the query's own.
Tensor block_maxima(const Tensor& scores, std::int64_t first_query, const BlockTop& top);

}  // namespace kvtally::reference
