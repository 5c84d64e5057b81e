#pragma once

#include "check/amount.hpp"

namespace kvtally {

/// Whether the amount, rounded to the printed digits in the printed unit, is what is printed. An exact half goes
/// either way, since printers round it up, down or to the even digit. A bound ("> 1 x") must hold. Amounts of
/// different units never agree.
bool rounds_to(const Amount& amount, const PrintedAmount& printed);

/// Whether what is printed is the amount with its further digits cut off.
bool cuts_to(const Amount& amount, const PrintedAmount& printed);

/// Whether the amount is at most `percent` of `reference` away from it.
bool within(const Amount& amount, const Amount& reference, const Amount& percent);

}  // namespace kvtally
