#pragma once

#include <cstdint>
#include <vector>

#include "report/chart.hpp"
#include "report/curve.hpp"

namespace kvtally {

/// What the chart of curves shows beside them.
struct CurveView {
  Units units = Units::binary;
  bool from_given = false;  // else it begins where the first window is still growing
};

/// Bytes against context, both logarithmic: of one model each part of what it keeps and their sum, of several the
/// sums. Where a straight piece of the entries begins is marked; the memory of a device is a limit. At least one.
Chart chart_of(const std::vector<Curve>& curves, const CurveView& view);

}  // namespace kvtally
