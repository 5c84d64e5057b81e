#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// What a selective scan is given of its tokens.
struct ScanTokens {
  Tensor x;      // [batch, tokens, inner]
  Tensor delta;  // Δ, the step size of each channel: the same shape, positive
  Tensor write;  // B [batch, tokens, state]
  Tensor read;   // C, the same shape
};

/// The selective scan of Mamba (arXiv 2312.00752, algorithm 2; transformers' modeling_mamba.py,
/// mamba_selective_scan): each channel c has a memory h_c of `state` numbers, each with a decay of its own,
///
///     h_c ← e^{Δ_c A_c} ⊙ h_c + Δ_c x_c B,  y_c = C · h_c + D_c x_c
///
/// where A [inner, state] is negative. The step size chooses: Δ = 0 leaves the memory as it is, a large one
/// forgets all and takes the token alone. The tensor `name` of the state is [batch, 1, inner, state]; it is read
/// once and rewritten once, however many tokens come. y is [batch, tokens, inner]. Counts 3 · inner · state
/// multiply-adds a token as Work::state: decay, write, read.
Tensor selective_scan(StateLayer& state, std::string_view name, const ScanTokens& tokens, const Tensor& a,
                      const Tensor& skip, Counter& counter);

}  // namespace kvtally::reference
