#include "engine/bounds.hpp"

#include <algorithm>

namespace kvtally {

Expected<Allocation> within_bounds(const Model& model, Allocation allocation) {
  const auto fits = [](const EngineFigure& figure) {
    return narrow(figure.numerator).has_value() && narrow(figure.denominator).has_value();
  };
  const auto holds = [](const EngineHold& hold) { return narrow(hold.bytes.value).has_value(); };
  if (narrow(allocation.allocated.value) && std::ranges::all_of(allocation.figures, fits) &&
      std::ranges::all_of(allocation.held, holds)) {
    return allocation;
  }
  return std::unexpected(Problems{
      {model.id, {}, "a figure passes 2^63", "a shorter context, fewer requests or less memory", {}, {}}});
}

}  // namespace kvtally
