#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/expectation.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// What the claim of a text is, once the figure is known.
enum class Verdict : unsigned char {
  agrees,          // rounded as it is printed, it is what is printed
  rounding,        // off by less than 2 %: rounded on the way, or sampled
  truncated,       // cut where it should be rounded
  unit_mix,        // right in a unit that is not the one beside it
  convention,      // right under a convention of counting, which the note names
  erratum,         // wrong
  not_in_text,     // the text leaves the figure out
  stays_unknown,   // its maker has not published what it rests on: a value would be a guess
  not_computable,  // the text does not say enough to redo it
};

struct Claim {
  Place place;
  std::string id;
  std::string source;
  std::string text;
  std::optional<std::string> printed;  // as the text has it
  std::optional<std::string> reads;    // the figure in it, with the unit that is meant
  Expectation figure;
  std::vector<Expectation> also;  // further figures of the same claim
  Verdict verdict = Verdict::agrees;
  std::string waits_for;  // the part of the program that will compute it; empty: it is computed now
  std::string note;
};

/// The verdict in the words of the document: "unit mix".
std::string_view word_of(Verdict verdict);

/// A document of claims (reports/claims.yaml describes its form). Its nodes live as long as `tree`.
struct Claims {
  std::string title;
  std::vector<std::pair<std::string, Model>> shapes;  // models of the document's own
  std::vector<Claim> claims;
};

/// Refused with its place: an unknown key or word, a missing key, two claims of one id, a shape that is no model,
/// a figure without `waits_for` that has no form.
Expected<Claims> read_claims(const Tree& tree);

/// The models of a document's own alone (`shapes`), by id; refused where one is no model.
Expected<std::vector<std::pair<std::string, Model>>> shapes_of(const Tree& tree);

/// The document's own models before those that `describe` finds. Claims and tree must outlive it.
Describe with_shapes(const Claims& claims, const Tree& tree, const Describe& describe);

}  // namespace kvtally
