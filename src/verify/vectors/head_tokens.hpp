#pragma once

#include "reference/kind/attend.hpp"
#include "verify/vectors/passes_run.hpp"

namespace kvtally {

/// The sizes of a recurrence by heads: B, H, K and V of "parameters", and its lengths.
struct HeadSizes {
  std::int64_t batch, heads, key_dim, value_dim;
  PassLengths lengths;

  /// [batch, heads, tokens, width]
  reference::Shape tokens(std::int64_t width) const { return {batch, heads, lengths.tokens, width}; }
};

inline HeadSizes head_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  return {given["B"].size(), given["H"].size(), given["K"].size(), given["V"].size(), pass_lengths(file)};
}

/// "k" and "v" of "inputs", and the query under its own name.
inline reference::NewTokens head_tokens(VectorFile& file, const HeadSizes& s, const char* query) {
  const Item inputs = file["inputs"];
  return {inputs[query].tensor(s.tokens(s.key_dim)), inputs["k"].tensor(s.tokens(s.key_dim)),
          inputs["v"].tensor(s.tokens(s.value_dim))};
}

/// The tokens from, …, to − 1.
inline reference::NewTokens part_of(const reference::NewTokens& tokens, std::int64_t from, std::int64_t to) {
  return {slice(tokens.query, 2, from, to), slice(tokens.keys, 2, from, to), slice(tokens.values, 2, from, to)};
}

}  // namespace kvtally
