#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

// A softmax must put its weight somewhere: where nothing in the window matters, it goes to the first tokens of the
// text. Cut these off, and the model falls apart. Two ways to give the weight a place to go:

/// A learned logit b_h for each query head h, which takes part in the softmax and has no value (GPT-OSS, arXiv
/// 2508.10925; transformers' modeling_gpt_oss.py, eager_attention_forward):
///
///     P_ij = exp(s_ij) ÷ (exp(b_h) + Σ_j' exp(s_ij')),  o_i = Σ_j P_ij v_j
///
/// so that the weights of a row sum to less than one. It costs no cache at all. `window`: the newest tokens that
/// are seen; none: all of them.
Attended learned_sinks(const Means& means, const NewTokens& tokens, std::vector<Real> logits,
                       std::optional<std::int64_t> window, const Scoring& scoring);

/// The first n tokens stay visible beside a window of the W newest (StreamingLLM, arXiv 2309.17453, section 3.2):
///
///     visible: j ≤ i, and j < n or j > i − W
///
/// It costs n entries: a SinkWindowLayer keeps min(S, n + W) while a step runs. Where the paper numbers positions
/// inside the cache, the caller rotates queries and keys so.
Attended first_tokens_kept(const Means& means, const NewTokens& tokens, std::int64_t first_kept,
                           std::int64_t window, const Scoring& scoring);

}  // namespace kvtally::reference
