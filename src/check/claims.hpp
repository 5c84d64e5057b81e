#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/figure.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// How a figure must meet what is expected.
enum class Equality : unsigned char { exact, as_printed, within, text };

/// A figure and what it must come to.
struct Expectation {
  const Node* what = nullptr;  // in the document; nothing: the figure has no form yet
  std::string expected;        // of Verdict::stays_unknown: the sentence that refuses the figure
  Equality equality = Equality::exact;
  Amount percent;  // of Equality::within
};

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

/// A document of claims (reports/claims.yaml describes its form). Its nodes live as long as `tree`.
struct Claims {
  std::string title;
  std::vector<std::pair<std::string, Model>> shapes;  // models of the document's own
  std::vector<Claim> claims;
};

/// Refused with its place: an unknown key or word, a missing key, two claims of one id, a shape that is no model,
/// a figure without `waits_for` that has no form.
Expected<Claims> read_claims(const Tree& tree);

}  // namespace kvtally
