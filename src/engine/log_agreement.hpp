#pragma once

#include <optional>

#include "engine/engines.hpp"

namespace kvtally {

/// What a printed quantity of a log line is against what the engine would allocate.
struct LogAgreement {
  std::optional<EngineFigure>
      computed;         // nothing: the quantity prints no figure, or one that is not computed here
  bool agrees = false;  // says nothing without `computed`
};

/// Of several figures that a quantity may be, one that agrees is taken, else the first that is computed. A
/// quantity agrees with the figure that it prints when that rounds to the printed digits; an exact half goes
/// either way, since printers round it up, down or to the even digit. Figures of another unit never agree.
LogAgreement agreement_of(const LogQuantity& quantity, const Allocation& allocation);

}  // namespace kvtally
