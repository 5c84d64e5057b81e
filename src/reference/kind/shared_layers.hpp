#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// A layer that attends to the keys and values of another and makes none of its own. Only the query is projected;
/// what the owner's container handed out in this step is read in full, once more:
///
///     o_i = Σ_j P_ij v_j^owner,  P_i = softmax over visible j of a q_i·k_j^owner
///
/// Who shares with whom is the model's: in cross-layer attention each layer with the one before, in groups of two
/// or three (CLA, arXiv 2405.12981, section 2); in YOCO the upper half with one full-attention memory (arXiv
/// 2405.05254, section 2); in Gemma 3n the last layers each with the last owner of their own kind
/// (num_kv_shared_layers). Sharing divides what is kept and written by the number of sharers, not what is read:
/// each layer reads all that is visible.
///
/// The layer's container is a SharedLayer; its owner has been updated in this step. `query`
/// [batch, query heads, tokens, key dim]; `mask` is that of the owner's kind.
Attended shared_layer(const Means& means, const Tensor& query, const Mask& mask, const Scoring& scoring);

}  // namespace kvtally::reference
