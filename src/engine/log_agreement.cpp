#include "engine/log_agreement.hpp"

namespace kvtally {

LogAgreement agreement_of(const LogQuantity& quantity, const Allocation& allocation) {
  const EngineFigure* figure = quantity.name.empty() ? nullptr : figure_named(allocation, quantity.name);
  if (figure == nullptr || figure->denominator <= 0 || quantity.denominator <= 0) {
    return {};
  }
  // |printed − computed| ≤ half of the last digit, over the product of the denominators: both are at most some
  // 10^9 and the numerators below 2^63, which 128 bits hold.
  const Wide gap = quantity.numerator * figure->denominator - figure->numerator * quantity.denominator;
  const Wide off = gap < 0 ? -gap : gap;
  return {*figure, quantity.unit == figure->unit && 2 * off <= quantity.last_digit * figure->denominator};
}

}  // namespace kvtally
