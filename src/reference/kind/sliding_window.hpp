#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// Sliding-window attention (Longformer, arXiv 2004.05150, section 3.1; Mistral 7B, arXiv 2310.06825, section 2):
/// each query sees the `window` newest tokens, its own included, so
///
///     o_i = Σ_j P_ij v_j,  P_i = softmax over j in [i − window + 1, i] of a q_i·k_j
///
/// A layer above another sees a window further: after l layers, information has come l (window − 1) tokens far.
///
/// Any container will do, the mask alone decides what is seen. A SlidingLayer of the same window keeps no more
/// than that: min(S, window) entries while a step runs, min(S, window − 1) between steps, where a DynamicLayer
/// keeps S. With window ≥ S it is full attention.
///
/// Shapes as in attend.hpp; the multiply-adds of a decode step are
/// query heads × (key dim + value dim) × min(S, window).
Attended sliding_window(const Means& means, const NewTokens& tokens, std::int64_t window, const Scoring& scoring);

}  // namespace kvtally::reference
