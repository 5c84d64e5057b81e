#pragma once

#include "reference/cache/native_branches.hpp"
#include "reference/kind/chosen.hpp"
#include "reference/kind/native_parts.hpp"

namespace kvtally::reference {

/// The new tokens of a native sparse attention layer: queries for all branches, keys and values of each branch,
/// and the gates, which a layer makes by a sigmoid.
struct NativeTokens {
  struct Branch {
    Tensor keys;    // [batch, key heads, tokens, key dim]
    Tensor values;  // [batch, key heads, tokens, value dim]
  };
  Tensor query;  // [batch, query heads, tokens, key dim]
  Branch compressed, selected, window;
  Tensor gates;  // [batch, query heads, tokens, 3]: of the compressed, the selected and the window branch
};

struct NativePlan {
  LearnedPool keys;
  LearnedPool values;
  std::int64_t blocks = 3;  // that a query reads, at least 3: the first and the two newest are always among them
  std::int64_t size = 1;    // tokens of a block, a multiple of the pool's stride
};

struct NativeAttended {
  Tensor output;                        // [batch, query heads, tokens, value dim]
  Tensor compressed, selected, window;  // the branches' outputs, before their gates
  Tensor weights;                       // of the compressed branch [batch, query heads, tokens, entries]
  Chosen chosen;
};

/// Native sparse attention (arXiv 2502.11089, equations 5 to 12): o = Σ_c g_c Attention(q, K_c, V_c) over pooled
/// keys and values, over the blocks that matter most by the pooled keys' weights (which is why that branch runs a
/// kernel that hands its weights out), and over a window. The choice costs no keys and no products of its own.
NativeAttended native_sparse(NativeBranches& memory, const NativeTokens& tokens, const NativePlan& plan,
                             const Scoring& scoring, Counter& counter);

}  // namespace kvtally::reference
