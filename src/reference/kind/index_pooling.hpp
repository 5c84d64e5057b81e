#pragma once

#include <optional>

#include "reference/tensor/rotary.hpp"

/// How the index keys of a pool of tokens become one.
namespace kvtally::reference {

/// e = Σ_i softmax_i(g_i + b_i) ⊙ k_i over the tokens i of a pool, channel by channel: keys and gates [batch, 1,
/// pool, dim], an offset for each place in the pool [pool, dim]; one row [batch, 1, 1, dim] (GLM-5.3-Flash's
/// index_kpool_compress_gate and index_kpool_compress_ape; after DeepSeek-V4's compressor, arXiv 2606.19348).
Tensor gated_pool(const Tensor& keys, const Tensor& gates, const Tensor& places);

/// The mean of raw keys [batch, 1, tokens, dim], normed by (1 + weight), turned as at the first token, which
/// stands at `first`: one row [batch, 1, 1, dim] (transformers' modeling_qwen4_exp.py, Qwen4ExpTextQSAIndexer).
struct BlockKey {
  Tensor norm;  // [dim]
  Real eps = Real(1e-6);
  std::optional<Rotary> rotary;
};
Tensor block_key(const Tensor& raw, std::int64_t first, const BlockKey& how);

}  // namespace kvtally::reference
