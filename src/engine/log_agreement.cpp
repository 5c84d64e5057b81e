#include "engine/log_agreement.hpp"

#include "core/text.hpp"

namespace kvtally {

namespace {

// |printed − computed| ≤ half of the last digit, over the product of the denominators: both are at most some 10^9
// and the numerators below 2^63, which 128 bits hold.
bool rounds_to(const EngineFigure& figure, const LogQuantity& quantity) {
  const Wide gap = quantity.numerator * figure.denominator - figure.numerator * quantity.denominator;
  const Wide off = gap < 0 ? -gap : gap;
  return quantity.unit == figure.unit && 2 * off <= quantity.last_digit * figure.denominator;
}

}  // namespace

LogAgreement agreement_of(const LogQuantity& quantity, const Allocation& allocation) {
  LogAgreement out;
  for (const std::string_view name : split(quantity.name, '|')) {
    const EngineFigure* figure = figure_named(allocation, name);
    if (figure == nullptr || figure->denominator <= 0 || quantity.denominator <= 0 || out.agrees) {
      continue;
    }
    const bool agrees = rounds_to(*figure, quantity);
    if (agrees || !out.computed) {
      out = {*figure, agrees};
    }
  }
  return out;
}

}  // namespace kvtally
