#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// Chunked attention (Llama 4; transformers' chunked_causal_mask_function, masking_utils.py): the text is cut into
/// chunks of C tokens, counted from its first token, and each query sees its own chunk up to itself:
///
///     o_i = Σ_j P_ij v_j,  P_i = softmax over j ≤ i with ⌊j ÷ C⌋ = ⌊i ÷ C⌋ of a q_i·k_j
///
/// The first token of a chunk sees itself alone, the last one C tokens: what is seen at S tokens is
/// ((S − 1) mod C) + 1, not monotone in S. What is kept is: the container is a SlidingLayer of the window C, which
/// still holds the chunk before until it has slid out, unread.
///
/// Shapes as in attend.hpp; the multiply-adds of a decode step are
/// query heads × (key dim + value dim) × (((S − 1) mod C) + 1).
Attended chunked(const Means& means, const NewTokens& tokens, std::int64_t chunk, const Scoring& scoring);

}  // namespace kvtally::reference
