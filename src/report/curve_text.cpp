#include <fmt/format.h>

#include "core/text.hpp"
#include "model/kinds.hpp"
#include "report/curve.hpp"
#include "report/prose.hpp"
#include "report/strip.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

std::string fraction_words(const Fraction<Bytes>& fraction) {
  return fraction.whole() ? print_grouped(fraction.floor()) : fmt::format("{:.3f}", fraction.approximate());
}

// How often the bytes of a term are kept, so that "BYTES a time, OFTEN" is the term.
std::string often(const Term& term) {
  if (term.form == Form::constant) {
    return "once, whatever S is";
  }
  if (term.form == Form::remainder) {
    return fmt::format("for each of the S mod {} that wait", print_grouped(term.every));
  }
  const std::string last = term.to ? fmt::format(" up to {}", print_grouped(*term.to)) : "";
  if (term.to && *term.to - term.from < term.every) {
    return fmt::format("once, from {} tokens on", print_grouped(term.from));
  }
  if (term.every == 1) {
    return "for each token" + last;
  }
  const std::string first =
      term.from == term.every ? "" : fmt::format(", the first from {} on", print_grouped(term.from));
  return fmt::format("for every {} tokens{}{}", print_grouped(term.every), first, last);
}

std::string_view part_label(Part part) {
  switch (part) {
    case Part::entries: return "entries";
    case Part::indexer: return "index keys";
    case Part::state: return "state";
    case Part::open: return "waiting";
    case Part::cross: return "encoder";
    case Part::draft: return "draft";
  }
  return "";
}

Table pieces_table(const Curve& curve) {
  Table table;
  table.columns = {{"", "From S", Align::right, kEverywhere, false},
                   {"", "To S", Align::right, kEverywhere, false},
                   {"", "Bytes a token", Align::right, kEverywhere, false},
                   {"", "Constant bytes", Align::right, kEverywhere, false},
                   {"", "Step bytes", Align::right, kEverywhere, false}};
  for (const Piece& piece : curve.pieces) {
    table.rows.push_back({{print_grouped(piece.from), "", {}, {}},
                          {piece.to ? print_grouped(*piece.to) : "no end", "", {}, {}},
                          {fraction_words(piece.slope), "", {}, {}},
                          {fraction_words(piece.constant), "", {}, {}},
                          {fraction_words(piece.step), "", {}, {}}});
  }
  return table;
}

Table terms_table(const Curve& curve) {
  Table table;
  table.columns = {
      {"", "Part", Align::left, kEverywhere, false},   {"", "Layers", Align::right, kEverywhere, false},
      {"", "Kind", Align::left, kEverywhere, false},   {"", "What", Align::left, kEverywhere, false},
      {"", "Bytes", Align::right, kEverywhere, false}, {"", "How often", Align::left, kEverywhere, false}};
  for (const Term& term : curve.terms) {
    const Kind& kind = kind_of(curve.model.layers[term.layer].kind);
    const std::string label = std::string(kind.label) + (term.drafts ? " (draft)" : "");
    table.rows.push_back({{std::string(part_label(term.part)), "", {}, {}},
                          {fmt::format("{}", term.layers), "", {}, {}},
                          {label, "", {{label, colour_of(kind)}}, {}},
                          {term.what, "", {}, {}},
                          {print_grouped(term.bytes.value), "", {}, {}},
                          {often(term), "", {}, {}}});
  }
  return table;
}

std::string requests(const Curve& curve) {
  return fmt::format("{} {}, entries in {}", curve.batch, curve.batch == 1 ? "request" : "requests",
                     curve.kv_dtype);
}

constexpr std::string_view kPieces =
    "kv_bytes (keys, values, latents) at S tokens = constant + bytes a token x S, less 0 to step bytes: 0 where "
    "an entry is complete";
constexpr std::string_view kNothingGrows = "kv_bytes (keys, values, latents): none at any context";
constexpr std::string_view kTerms = "the terms: everything that is kept at S tokens is the sum of these";

bool has_entries(const Curve& curve) {
  for (const Term& term : curve.terms) {
    if (term.part == Part::entries) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string text_of(const Curve& curve, Units units, const Look& look) {
  std::string out = wrapped(heading(curve.model), look.width);
  out +=
      wrapped(fmt::format("{} layers: {}", layer_count(curve.model.order), layer_list(curve.model)), look.width);
  out += requests(curve) + '\n';
  out += curve.limit ? wrapped(limit_words({curve}, units), look.width) : "";
  out += '\n';
  out += has_entries(curve) ? wrapped(kPieces, look.width) + '\n' + write_text(pieces_table(curve), look)
                            : wrapped(kNothingGrows, look.width);
  out += '\n' + wrapped(kTerms, look.width) + '\n' + write_text(terms_table(curve), look);
  out += curve.assumptions.empty() ? "" : "\nassumptions\n";
  for (const std::string& assumption : curve.assumptions) {
    std::string lead = "- ";
    for (const std::string& line : wrap(assumption, look.width - lead.size())) {
      out += lead + line + '\n';
      lead = "  ";
    }
  }
  return out;
}

std::vector<Table> printed_tables(const Curve& curve, Units units) {
  Table pieces = pieces_table(curve);
  pieces.title = fmt::format("{}: {}", curve.model.name, requests(curve));
  pieces.notes = {std::string(has_entries(curve) ? kPieces : kNothingGrows)};
  if (curve.limit) {
    pieces.notes.push_back(limit_words({curve}, units));
  }
  Table terms = terms_table(curve);
  terms.notes = curve.assumptions;
  terms.notes.insert(terms.notes.begin(), std::string(kTerms));
  return {std::move(pieces), std::move(terms)};
}

}  // namespace kvtally
