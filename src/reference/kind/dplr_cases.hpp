#pragma once

#include "reference/kind/dplr.hpp"
#include "reference/kind/gated_delta.hpp"

/// Every rule of a matrix state as the case that it is of the general one (dplr.hpp). Arguments as the rules have
/// them. dplr_chunks() computes them all chunk by chunk.
namespace kvtally::reference {

// ---- nothing is read before writing: α = β = 0

/// g = 0.
LowRankTokens linear_case(const NewTokens& tokens);
/// g = ln γ_h; its chunks are equation 7 of arXiv 2307.08621.
LowRankTokens retention_case(const NewTokens& tokens);
/// g = −m_h; its chunks are the blocks of transformers' MiniMaxLightningAttention.
LowRankTokens lightning_case(const NewTokens& tokens, std::span<const Real> slopes);
/// g of each channel, or one number for all of them; its chunks are fla's naive_chunk_simple_gla.
LowRankTokens gated_linear_case(const NewTokens& tokens, const Tensor& log_decay);

// ---- the delta rule at the rate b: α = e^g k, β = −b k, and b v for v

/// g = 0; its chunks are fla's delta_rule_chunkwise.
LowRankTokens delta_case(const NewTokens& tokens, const Tensor& rate);
/// g of each channel (its chunks are fla's naive_chunk_kda), or one number for all of them
/// (naive_chunk_gated_delta_rule).
LowRankTokens gated_delta_case(const NewTokens& tokens, const DeltaGates& gates);

}  // namespace kvtally::reference
