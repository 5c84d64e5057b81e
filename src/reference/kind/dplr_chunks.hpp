#pragma once

#include "reference/kind/dplr.hpp"

namespace kvtally::reference {

/// The rule of dplr.hpp chunk by chunk, which is how a prefill is computed: while a chunk's tokens come, the
/// matrix isn't touched (state_chunk.hpp). Token s writes two rows beside it, k_s v_sᵀ and β_s u_sᵀ with u_s =
/// S_{s−1}ᵀ α_s, and reading S_t with any x is one read of the chunk's first state and attention to these rows:
///
///     S_tᵀ x = S_0ᵀ (e^{G_t} x) + Σ_{s≤t} (e^{G_t−G_s} x · k_s) v_s + (e^{G_t−G_s} x · β_s) u_s,  G_t = Σ_{s≤t}
///     g_s
///
/// Outputs are read so with q_t. The u_t are read so too, with α_t from S_{t−1}: each depends on those before it,
/// a triangular system, solved here from the top (the UT transform: arXiv 2406.06484, section 3.2; with decays
/// arXiv 2412.06464, section 3.3; flash-linear-attention's dplr_chunkwise).
///
/// Arguments as in dplr.hpp; `size` ≥ 1 tokens make a chunk, the last may be shorter, and `size` ≥ tokens is the
/// parallel form. Counted are products with the matrix and between tokens, not the decays of single rows.
Tensor dplr_chunks(const LowRankTokens& given, std::int64_t size, Tensor& states, Counter& counter);

}  // namespace kvtally::reference
