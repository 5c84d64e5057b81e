#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// What a gated recurrence is given of its tokens, [batch, tokens, channels] each.
struct RecurrentTokens {
  Tensor x;
  Tensor input_gate;       // i in (0, 1)
  Tensor recurrence_gate;  // r in (0, 1)
};

/// The real-gated linear recurrent unit (RG-LRU; Griffin, arXiv 2402.19427, section 2.4, equations 1 to 4;
/// transformers' modeling_recurrent_gemma.py, RecurrentGemmaRglru): each channel holds one number,
///
///     a_t = e^{−8 softplus(Λ) r_t},  h_t = a_t h_{t−1} + √(1 − a_t²) (i_t x_t)
///
/// Λ is [channels]. The root keeps the size of h: where x has variance 1, so has h. (RecurrentGemma leaves it out
/// for the first token of a text; the paper does not, and neither does this.) The tensor `name` of the state is
/// [batch, 1, 1, channels], read once and rewritten once; the result is h of each token. Counts 2 · channels
/// multiply-adds a token as Work::state, decay and write; what is multiplied of the token alone is no work on the
/// state.
Tensor gated_recurrence(StateLayer& state, std::string_view name, const RecurrentTokens& tokens,
                        const Tensor& log_rate, Counter& counter);

/// a_t of each token and channel.
Tensor recurrence_decay(const Tensor& recurrence_gate, const Tensor& log_rate);

}  // namespace kvtally::reference
