#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "account/terms.hpp"

namespace kvtally {

/// A stretch of contexts in which the upper envelope of the terms is a straight line:
/// value(S) = constant + slope × S − deficit, with 0 ≤ deficit ≤ step, and 0 where every period ends.
struct Piece {
  std::int64_t from = 0;
  std::optional<std::int64_t> to;  // the last S of the piece; nothing: it never ends
  Fraction<Bytes> slope;           // bytes for each further token
  Fraction<Bytes> constant;
  Fraction<Bytes> step;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// The pieces of a sum of terms from S = 0 on. Remainders (what waits in open buffers) have no envelope that says
/// anything and are left out. For print only: every solve runs on the exact terms.
std::vector<Piece> pieces_of(const std::vector<Term>& terms);

/// The piece that S lies in; of two that meet there, the later.
const Piece& piece_at(const std::vector<Piece>& pieces, Tokens seen);

}  // namespace kvtally
