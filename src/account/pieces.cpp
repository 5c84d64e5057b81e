#include "account/pieces.hpp"

#include <algorithm>
#include <set>

namespace kvtally {

namespace {

Fraction<Bytes> fraction(Bytes numerator, std::int64_t denominator) {
  const Wide divisor = common_divisor(numerator.value, denominator);
  return {Bytes{numerator.value / divisor}, denominator / divisor};
}

void add(Fraction<Bytes>& sum, Fraction<Bytes> more) {
  sum = sum + more;
  if (sum.whole()) {
    sum = {Bytes{sum.floor()}, 1};
  }
}

// A pooled stair with from ≤ every lies under its line from 0 on; only one that starts later bends the envelope.
std::set<std::int64_t> bends(const std::vector<Term>& terms) {
  std::set<std::int64_t> out{0};
  for (const Term& term : terms) {
    if (term.form != Form::stair) {
      continue;
    }
    if (term.from > term.every) {
      out.insert(term.from);
    }
    if (term.to) {
      out.insert(*term.to);
    }
  }
  return out;
}

void add_term(Piece& piece, const Term& term) {
  if (term.form == Form::constant) {
    add(piece.constant, {term.bytes, 1});
    return;
  }
  const bool begins_later = piece.to && term.from > *piece.to;
  if (term.form == Form::remainder || begins_later) {
    return;
  }
  if (term.to && piece.from >= *term.to) {
    add(piece.constant, {value_at(term, Tokens{*term.to}), 1});
    return;
  }
  add(piece.slope, fraction(term.bytes, term.every));
  add(piece.constant, fraction(term.bytes * (term.every - term.from), term.every));
  add(piece.step, fraction(term.bytes * (term.every - 1), term.every));
}

}  // namespace

std::vector<Piece> pieces_of(const std::vector<Term>& terms) {
  std::vector<Piece> out;
  const std::set<std::int64_t> starts = bends(terms);
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    Piece piece;
    piece.from = *start;
    if (std::next(start) != starts.end()) {
      piece.to = *std::next(start) - 1;
    }
    for (const Term& term : terms) {
      add_term(piece, term);
    }
    out.push_back(piece);
  }
  return out;
}

const Piece& piece_at(const std::vector<Piece>& pieces, Tokens seen) {
  const auto after = std::ranges::find_if(pieces, [&](const Piece& piece) { return piece.from > seen.value; });
  return *std::prev(after);
}

}  // namespace kvtally
