#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// The keys and values [batch, key heads, states, dim] that a layer makes of an encoder's states.
struct EncoderStates {
  Tensor keys;
  Tensor values;
};

/// Cross-attention (Vaswani et al. 2017, section 3.2.3; Whisper, Llama 3.2 Vision): the queries come from the
/// text, keys and values from the T states of an encoder. There is no order between the two, so no mask and no
/// rotation:
///
///     o_i = Σ_t P_it v_t,  P_i = softmax over all t of a q_i·k_t
///
/// The memory is T entries a layer and does not grow with the text. `states` is given with the first tokens; the
/// layer's container, a CrossLayer, keeps it, and later calls bring none. Each step reads all of it.
/// `query` [batch, query heads, tokens, key dim].
Attended cross_attention(const Means& means, const Tensor& query, const std::optional<EncoderStates>& states,
                         const Scoring& scoring);

}  // namespace kvtally::reference
