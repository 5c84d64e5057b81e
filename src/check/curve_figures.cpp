#include <array>
#include <fmt/format.h>

#include "account/pieces.hpp"
#include "check/figure.hpp"

namespace kvtally {

namespace {

// The pieces of kv_bytes, all requests of the batch together, as `kvtally curve` has them.
std::optional<std::vector<Piece>> pieces_asked(const Ask& ask) {
  const auto model = ask.model();
  const auto batch = ask.batch();
  if (!model || !batch) {
    return std::nullopt;
  }
  std::vector<Term> entries;
  for (Term& term : terms_of(*model)) {
    if (term.part == Part::entries) {
      term.bytes = term.bytes * *batch;
      entries.push_back(std::move(term));
    }
  }
  return pieces_of(entries);
}

template <auto select>
std::optional<Value> of_piece(const Ask& ask) {
  const auto pieces = pieces_asked(ask);
  const auto context = ask.context();
  return pieces && context ? select(ask, piece_at(*pieces, *context)) : std::nullopt;
}

template <Fraction<Bytes> Piece::* bytes>
std::optional<Value> fraction(const Ask&, const Piece& piece) {
  const Fraction<Bytes>& value = piece.*bytes;
  return quotient(whole(value.numerator.value, "bytes"), whole(value.denominator));
}

std::optional<Value> from(const Ask&, const Piece& piece) { return whole(piece.from, "tokens"); }

std::optional<Value> to(const Ask& ask, const Piece& piece) {
  return piece.to ? std::optional<Value>(whole(*piece.to, "tokens")) : ask.refuse("the piece has no end");
}

std::optional<Value> counted_pieces(const Ask& ask) {
  const auto pieces = pieces_asked(ask);
  return pieces ? std::optional<Value>(whole(static_cast<std::int64_t>(pieces->size()))) : std::nullopt;
}

// Where a piece begins behind another: "128, 4096".
std::optional<Value> breakpoints(const Ask& ask) {
  const auto pieces = pieces_asked(ask);
  if (!pieces) {
    return std::nullopt;
  }
  std::vector<std::int64_t> out;
  for (std::size_t i = 1; i < pieces->size(); ++i) {
    out.push_back((*pieces)[i].from);
  }
  return out.empty() ? "none" : fmt::format("{}", fmt::join(out, ", "));
}

FigureKind piece(std::string_view name, std::optional<Value> (*compute)(const Ask&)) {
  return {name, {"model", "context", "batch"}, compute};
}

}  // namespace

std::span<const FigureKind> curve_figures() {
  static const std::array kFigures{
      piece("curve.slope_bytes_per_token", of_piece<fraction<&Piece::slope>>),
      piece("curve.constant_bytes", of_piece<fraction<&Piece::constant>>),
      piece("curve.step_bytes", of_piece<fraction<&Piece::step>>),
      piece("curve.from_tokens", of_piece<from>),
      piece("curve.to_tokens", of_piece<to>),
      FigureKind{"curve.pieces", {"model", "batch"}, counted_pieces},
      FigureKind{"curve.breakpoints", {"model", "batch"}, breakpoints},
  };
  return kFigures;
}

}  // namespace kvtally
