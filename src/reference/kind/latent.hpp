#pragma once

#include "reference/kind/attend.hpp"

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1): a token keeps one latent c and one
/// rotary key r for all heads. There are three forms of one function: latent_naive.hpp, latent_absorbed.hpp and
/// latent_expanded.hpp. Their outputs agree up to rounding; their bytes and multiply-adds do not.
namespace kvtally::reference {

/// What lifts a latent to the key and the value of head h: k_h = [U_h c | r] and v_h = V_h c (equations 10, 11 and
/// 14 to 16: the rows of W^UK and W^UV that belong to the head).
struct LatentWeights {
  Tensor keys;    // U [heads, nope, rank]
  Tensor values;  // V [heads, value dim, rank]
};

/// The new tokens of one layer, after projections, norms and rotation. The latent and the rotary key are the two
/// kinds of rows of the layer's container. A layer without rotary rows has rope = 0.
struct LatentTokens {
  Tensor query;   // [batch, heads, tokens, nope + rope]: q^n | q^r
  Tensor latent;  // c [batch, 1, tokens, rank]
  Tensor rope;    // r [batch, 1, tokens, rope]
};

/// W_h x for every row x [batch, heads, n, rank] and W [heads, out, rank]: [batch, heads, n, out]. One head of
/// rows is shared by all heads of W. Counts out × rank a row and head as Work::expansion.
Tensor lifted(const Tensor& rows, const Tensor& weight, Counter& counter);

/// W_hᵀ y for every row y [batch, heads, n, out]: [batch, heads, n, rank]; since y · (W_h x) = (W_hᵀ y) · x, it
/// takes a query to where the latents are. Counts as lifted() does.
Tensor lowered(const Tensor& rows, const Tensor& weight, Counter& counter);

/// The keys [U_h c | r] of each head: [batch, heads, n, nope + rope].
Tensor expanded_keys(const Tensor& latent, const Tensor& rope, const LatentWeights& weights, Counter& counter);

}  // namespace kvtally::reference
