#pragma once

#include <optional>

#include "reference/kind/latent.hpp"
#include "reference/tensor/linear.hpp"
#include "reference/tensor/rotary.hpp"

namespace kvtally::reference {

/// A norm's input and its weight: how queries get a latent of their own (arXiv 2405.04434, equations 12 and 13).
struct QueryLatent {
  Linear down;  // W^DQ [query rank, hidden]
  Tensor norm;  // [query rank]
};

/// A layer of multi-head latent attention, with all that models vary between its input and its output.
struct LatentLayer {
  std::int64_t heads = 1;
  std::optional<QueryLatent> query_latent;  // absent: queries come from the input itself (DeepSeek-V2-Lite)
  Linear query;                  // W^UQ and W^QR of each head: [heads · (nope + rope), query rank or hidden]
  Linear latent_and_key;         // W^DKV over W^KR: [rank + rope, hidden]
  Tensor latent_norm;            // [rank]
  LatentWeights up;              // W^UK and W^UV
  Linear output;                 // W^O [hidden, heads · value dim]
  Real eps = Real(1e-6);         // of both norms
  Real query_scale = 1;          // of the whole query, and
  Real latent_scale = 1;         // of the normed latent: √(hidden ÷ rank) each (LongCat-Flash, arXiv 2509.01322)
  std::optional<Rotary> rotary;  // of q^r and r; absent: both stay as projected (Kimi Linear, arXiv 2510.26692)
  Scoring scoring;
};

/// The rows of one projection W^UKV [heads · (nope + value dim), rank], in which each head's nope rows stand
/// before its value rows (kv_b_proj in transformers, wkv_b in DeepSeek-V3's inference/model.py).
LatentWeights up_weights(const Tensor& joint, std::int64_t heads, std::int64_t nope);

/// 1 ÷ √(nope + rope), times the square of yarn's gain 0.1 · mscale · ln(factor) + 1 (DeepSeek-V3's
/// inference/model.py; transformers calls the mscale mscale_all_dim). A factor of 1: no stretch.
Real latent_scale(std::int64_t query_dim, double factor = 1, double mscale = 1);

/// What queries are made of: the normed query latent [batch, tokens, query rank], or x itself in a layer without
/// one.
Tensor query_source(const LatentLayer& layer, const Tensor& x, Counter& counter);

/// Tokens x [batch, tokens, hidden], at the positions from `first` on, through projections, norms and rotation;
/// `source` is their query_source().
LatentTokens latent_tokens(const LatentLayer& layer, const Tensor& x, const Tensor& source, std::int64_t first,
                           Counter& counter);
LatentTokens latent_tokens(const LatentLayer& layer, const Tensor& x, std::int64_t first, Counter& counter);

/// One of latent_naive, latent_absorbed and latent_expanded.
using LatentForm = Attended (*)(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                                const Scoring& scoring, const Mask& mask);

/// The whole layer on the new tokens x [batch, tokens, hidden], at the positions behind those that the container
/// has seen: output [batch, tokens, hidden], and the kernel's weights.
Attended latent_layer(const Means& means, const LatentLayer& layer, const Tensor& x, LatentForm form);

}  // namespace kvtally::reference
