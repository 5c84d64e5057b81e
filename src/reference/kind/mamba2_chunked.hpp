#pragma once

#include "reference/kind/mamba2.hpp"

namespace kvtally::reference {

/// The same outputs and state as state_space_dual(), computed chunk by chunk (arXiv 2405.21060, section 6;
/// transformers' modeling_mamba2.py, mamba2_chunk_scan). With L_i the sum of Δ A over the chunk's tokens up to i,
///
///     y_i = e^{L_i} Hᵀ C_i + Σ_{j ≤ i} e^{L_i − L_j} Δ_j (C_i · B_j) x_j + D x_i
///     H ← e^{L_last} H + Σ_j e^{L_last − L_j} B_j (Δ_j x_j)ᵀ
///
/// Inside a chunk it is masked attention. The last chunk may be shorter. Counts (N + P) multiply-adds a pair of a
/// chunk's tokens, and N · P a token for reading, a token for writing and a chunk for the decay, as Work::state.
Tensor state_space_dual_chunked(StateLayer& state, std::string_view name, const DualTokens& tokens,
                                const DualWeights& weights, std::int64_t chunk, Counter& counter);

}  // namespace kvtally::reference
