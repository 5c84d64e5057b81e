#pragma once

#include <array>
#include <doctest/doctest.h>
#include <string>

#include "account/step.hpp"
#include "account/terms.hpp"
#include "report/calculator.hpp"
#include "report/explain_parts.hpp"

namespace kvtally::test {

inline std::vector<ExplainSection> explained(const Layer& layer, std::int64_t seen) {
  Piece piece;
  return sections_of(layer, {seen, 1, 1, false, piece});
}

/// "name = symbols = numbers" of the first line of that name, or of that result's name.
inline std::string line_of(const Layer& layer, std::int64_t seen, const std::string& section,
                           const std::string& name) {
  for (const ExplainSection& each : explained(layer, seen)) {
    for (const ExplainLine& line : each.lines) {
      if (each.title == section && line.name == name) {
        return line.formula.symbols + " = " + line.formula.numbers + " = " + print_value(line.formula);
      }
    }
  }
  return "";
}

/// The printed numbers give the printed values, and these add up to the account's figures.
inline void check_explained(const Layer& layer, std::int64_t seen) {
  std::array<Wide, 5> totals{};
  for (const ExplainSection& section : explained(layer, seen)) {
    for (const ExplainLine& line : section.lines) {
      const Display shown = Calculator::result(line.formula.numbers);
      CHECK(shown == Display{line.formula.numerator, line.formula.denominator});
      totals.at(static_cast<std::size_t>(line.result)) += line.formula.numerator;
    }
  }
  Model model;
  append_layer(model, model.order, layer, 1);
  const Step step = step_of(layer, Tokens{seen});
  CHECK(totals[1] == tally(terms_of(model), Tokens{seen}).total().value);
  CHECK(totals[2] == step.read.total().value);
  CHECK(totals[3] == step.written.total().value);
  CHECK(totals[4] == step.arithmetic.total().value);
}

}  // namespace kvtally::test
