#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// What a state-space dual is given of its tokens. Head h reads and writes by group ⌊h ÷ (heads ÷ groups)⌋.
struct DualTokens {
  Tensor x;      // [batch, heads, tokens, P]
  Tensor delta;  // Δ, the step size of each head: [batch, tokens, heads], positive
  Tensor write;  // B [batch, groups, tokens, N]
  Tensor read;   // C, the same shape
};

struct DualWeights {
  Tensor a;     // A [heads], negative
  Tensor skip;  // D [heads]
};

/// The state-space dual of Mamba-2 (arXiv 2405.21060, sections 5 and 7; transformers' modeling_mamba2.py): the
/// scan of Mamba with one decay for all of a head's memory H [N, P],
///
///     H ← e^{Δ A} H + B (Δ x)ᵀ,  y = Hᵀ C + D x
///
/// which is linear attention with a decay: B are its keys, x its values, C its queries. The tensor `name` of the
/// state is [batch, heads, N, P], read once and rewritten once (sources write it [P, N], the same bytes). y is
/// [batch, heads, tokens, P]. Counts 3 · heads · P · N multiply-adds a token as Work::state.
Tensor state_space_dual(StateLayer& state, std::string_view name, const DualTokens& tokens,
                        const DualWeights& weights, Counter& counter);

}  // namespace kvtally::reference
