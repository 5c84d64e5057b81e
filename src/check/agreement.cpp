#include "check/agreement.hpp"

namespace kvtally {

namespace {

Amount size_of(const Amount& amount) {
  const Amount zero = whole(0, amount.unit);
  return compare(amount, zero) < 0 ? difference(zero, amount) : amount;
}

}  // namespace

bool rounds_to(const Amount& amount, const PrintedAmount& printed) {
  if (amount.unit != printed.amount.unit) {
    return false;
  }
  switch (printed.relation) {
    case PrintedAmount::Relation::more: return compare(amount, printed.amount) > 0;
    case PrintedAmount::Relation::less: return compare(amount, printed.amount) < 0;
    case PrintedAmount::Relation::equal: break;
  }
  const Amount gap = size_of(difference(amount, printed.amount));
  return compare(product(gap, whole(2)), printed.last_digit) <= 0;
}

bool cuts_to(const Amount& amount, const PrintedAmount& printed) {
  return amount.unit == printed.amount.unit && compare(amount, printed.amount) >= 0 &&
         compare(difference(amount, printed.amount), printed.last_digit) < 0;
}

bool within(const Amount& amount, const Amount& reference, const Amount& percent) {
  const Amount gap = size_of(difference(amount, reference));
  const Amount allowed = product(size_of(reference), quotient(percent, whole(100)));
  return amount.unit == reference.unit && compare(gap, allowed) <= 0;
}

}  // namespace kvtally
