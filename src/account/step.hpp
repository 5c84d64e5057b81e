#pragma once

#include "account/terms.hpp"

namespace kvtally {

/// Bytes of one decode step by what they belong to.
struct Traffic {
  Bytes entries;
  Bytes indexer;
  Bytes state;
  Bytes open;
  Bytes total() const { return entries + indexer + state + open; }
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

/// Useful multiply-adds of one decode step.
struct Arithmetic {
  MultiplyAdds scores;   // of queries with keys, and the weighted sum of values
  MultiplyAdds indexer;  // of index queries with index keys
  MultiplyAdds state;
  MultiplyAdds total() const { return scores + indexer + state; }
  friend bool operator==(const Arithmetic&, const Arithmetic&) = default;
};

/// What one layer (or a whole model) does for one request when the token that makes S = `seen` is computed.
struct Step {
  Traffic read;     // each stored byte that the step needs, once
  Traffic written;  // nothing where the memory is another layer's or the encoder's
  Arithmetic arithmetic;
  Step& operator+=(const Step& other);
  friend Step operator*(const Step& step, Wide times);
  friend bool operator==(const Step&, const Step&) = default;
};

/// Entries of a memory that the new token may see, of S ≥ 1 tokens seen.
Wide visible_entries(const Memory& memory, Tokens seen);

/// Entries of it that are read.
Wide selected_entries(const Memory& memory, Tokens seen);

/// The step of one layer. Masked scores are not counted: kernels that compute them do more than this.
Step step_of(const Layer& layer, Tokens seen);

}  // namespace kvtally
