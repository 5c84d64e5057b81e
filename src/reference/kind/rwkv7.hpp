#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// What RWKV-7 makes of its tokens, [batch, heads, tokens, dim] each.
struct Rwkv7Tokens {
  Tensor receptance;  // r, what is asked
  Tensor decay;       // w of each key channel, in (0, 1)
  Tensor key;         // k
  Tensor value;       // v
  Tensor removal;     // κ, of length 1: under which key the old value goes
  Tensor rate;        // a of each key channel, in (0, 1): how much of it
};

/// The recurrence of RWKV-7 (arXiv 2503.14456, section 4; BlinkDL/RWKV-LM, RWKV-v7/rwkv_v7_numpy.py):
///
///     S ← S diag(w) − (S κ)(κ ⊙ a)ᵀ + v kᵀ,  y = S r
///
/// a delta rule whose key for removal is not the one for writing, and that has a decay and a learning rate for
/// each key channel. The tensor `name` of the state holds Sᵀ, [batch, heads, key dim, value dim], read once and
/// rewritten once. y is [batch, heads, tokens, value dim]. Counts 5 · key dim · value dim multiply-adds a token
/// and head as Work::state: S κ, decay, removal, write, read.
Tensor rwkv7(StateLayer& state, std::string_view name, const Rwkv7Tokens& tokens, Counter& counter);

}  // namespace kvtally::reference
