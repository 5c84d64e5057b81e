#pragma once

#include <algorithm>

#include "reference/kind/attend.hpp"
#include "reference/kind/matrix_state.hpp"

namespace kvtally::reference {

/// One token of one head on its way into the head's state.
struct StateToken {
  std::int64_t batch;
  std::int64_t head;
  std::int64_t index;
  std::span<const Real> query;
  std::span<const Real> key;
  std::span<const Real> value;

  /// Its own number of a gate [batch, heads, tokens, 1], and its own row of one [batch, heads, tokens, dim].
  Real number(const Tensor& gate) const { return gate(batch, head, index, 0); }
  std::span<const Real> row(const Tensor& gate) const { return gate.row(batch, head, index); }
};

/// A token of a head of values, with the query and the key of its key head ⌊h ÷ (value heads ÷ key heads)⌋.
inline StateToken token_at(const NewTokens& tokens, std::int64_t batch, std::int64_t head, std::int64_t index) {
  const std::int64_t key_head = head / (tokens.values.size(1) / tokens.keys.size(1));
  return {batch,
          head,
          index,
          tokens.query.row(batch, key_head, index),
          tokens.keys.row(batch, key_head, index),
          tokens.values.row(batch, head, index)};
}

/// What all rules of a matrix state have in common: the tokens come one by one, in each head the rule changes the
/// state S, and then the query reads it:
///
///     S_t = rule(S_{t−1}, k_t, v_t),  o_t = S_tᵀ q_t
///
/// Queries and keys are [batch, key heads, tokens, key dim], values and the output [batch, value heads, tokens,
/// value dim], states [batch, value heads, key dim, value dim]. A scale of the scores is the caller's, on queries.
template <class Rule>
Tensor recurrence(const NewTokens& tokens, Tensor& states, Counter& counter, const Rule& rule) {
  Tensor out(tokens.values.shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      MatrixState state(states, b, h, counter);
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const StateToken now = token_at(tokens, b, h, t);
        rule(state, now);
        std::ranges::copy(state.read(now.query), out.row(b, h, t).begin());
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
