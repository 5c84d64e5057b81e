#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/figure.hpp"

namespace kvtally {

/// How a figure must meet what is expected.
enum class Equality : unsigned char {
  exact,       // the same number
  as_printed,  // it rounds to the digits that are written
  within,      // at most so many percent away
  text,        // the same text
  at_most,
  at_least,
};

/// A figure and what it must come to.
struct Expectation {
  const Node* what = nullptr;  // in the document; nothing: the figure has no form yet
  std::string expected;        // of Verdict::stays_unknown: the sentence that refuses the figure
  Equality equality = Equality::exact;
  Amount percent;  // of Equality::within
};

/// The members what, expected and equal of a map. A problem is noted where `equal` is none of exact, as printed,
/// within P %, text, at most, at least.
Expectation read_expectation(const Fields& fields);

/// Whether the figure is what is expected. A text is compared as text, whatever the equality.
bool meets(const Value& value, const Expectation& expectation);

/// Says that the text of a key is none of the words that are known, and which is the nearest.
void wrong_word(const Fields& fields, std::string_view key, std::string_view word,
                std::span<const std::string_view> known);

}  // namespace kvtally
